import Pictures

/// Ends the decoding of a sender's own picture once somebody asks to stop; it counts no cost.
struct DecodingStop: DecodingWatch {
    private let isAsked: @Sendable () -> Bool

    init(_ isAsked: @escaping @Sendable () -> Bool) { self.isAsked = isAsked }

    var isStopped: Bool { isAsked() }
    var secondsLeft: Double { .infinity }
    func took(seconds: Double) {}
}
