enum WhatIsThatPlaceholder {}
