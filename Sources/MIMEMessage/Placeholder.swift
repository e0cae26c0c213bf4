enum MIMEMessagePlaceholder {}
