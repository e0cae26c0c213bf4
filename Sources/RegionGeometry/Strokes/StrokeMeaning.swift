/// What somebody meant by a stroke.
public enum StrokeMeaning: Hashable, Sendable {
    /// A speck: the middle of its box.
    case tap(Point)
    /// A swipe.
    case swipe(SwipeDirection)
    /// A rough circle, as the ellipse that was meant.
    case ellipse(EllipseFit)
    /// Another closed line, as the corners of its polygon: at least 3.
    case outline([Point])
    /// An open line: a word, if it was learned.
    case word

    /// The shape of a region that is made of it, in the plane of the screen; nil for what is no
    /// shape.
    public var shape: Shape? {
        switch self {
        case .ellipse(let fit): .ellipse(fit.ellipse)
        case .outline(let corners): .polygon(Polygon(outline: corners))
        case .tap, .swipe, .word: nil
        }
    }

    /// Whether it may say a word: taps and swipes never do.
    public var maySayWord: Bool {
        switch self {
        case .tap, .swipe: false
        case .ellipse, .outline, .word: true
        }
    }

    /// The word for it in JSON.
    public var kind: String {
        switch self {
        case .tap: "tap"
        case .swipe: "swipe"
        case .ellipse: "ellipse"
        case .outline: "outline"
        case .word: "word"
        }
    }
}

extension Stroke {
    /// What it means by its shape alone: a tap, a swipe, an ellipse, an outline, or else a word.
    public var meaning: StrokeMeaning {
        if isTap { return .tap(box.center) }
        if let swipe { return .swipe(swipe) }
        if let ellipse { return .ellipse(ellipse) }
        if let outline { return .outline(outline) }
        return .word
    }
}
