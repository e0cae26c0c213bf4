enum ShareMailPlaceholder {}
