import OutputText

/// One item of many that could not be done, while the rest went on.
public typealias ItemFailure = WitError
