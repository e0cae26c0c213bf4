/// The channels by which a photo's story travels, the strongest first (<doc:PayloadFormat>).
public enum ShareChannel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// 1: the payload part.
    case payload
    /// 2: the attached photo's own metadata.
    case metadata
    /// 3: the import code in the text.
    case importCode = "import-code"
    /// 4: JSON-LD in the HTML.
    case linkedData = "json-ld"
    /// 5: the readable labelled block, in the text or in the HTML.
    case labelledBlock = "labelled-block"

    /// Orders by strength, the strongest first.
    public static func < (left: Self, right: Self) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    /// What the channel says, as the beginning of a sentence: `the payload says`.
    public var phrase: String {
        switch self {
        case .payload: "the payload says"
        case .metadata: "the picture's own metadata says"
        case .importCode: "the import code says"
        case .linkedData: "the JSON-LD says"
        case .labelledBlock: "the readable text says"
        }
    }
}
