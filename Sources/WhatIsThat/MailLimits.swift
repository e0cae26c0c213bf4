import MIMEMessage
import OutputText
import Pictures
import ShareMail

/// How much is taken from foreign mail (<doc:LimitsAndBudgets>). What is over a limit is left out,
/// with a finding.
public struct MailLimits: Hashable, Sendable {
    /// Parts, depth, headers, parameters and decoded bodies.
    public var mime = MIMELimits.standard
    /// Bytes of one message.
    public var messageBytes = MailSource.messageLimit
    /// What a share message's channels may measure.
    public var share = ShareLimits()
    /// Bytes of memory that decoding a picture may take, of mails and of a person's own.
    public var decoderBytes = PictureDecoding.standardMemory

    /// The standard limits.
    public init() {}

    /// Those of pictures that mails bring.
    var pictures: PictureLimits { PictureLimits(pixels: share.pixels, memory: decoderBytes) }

    /// A limit by the name that settings and the command line have for it.
    public enum Name: String, CaseIterable, Sendable {
        /// The parts of one message.
        case parts
        /// Levels of nesting.
        case depth
        /// Bytes of one header.
        case header
        /// Bytes that one part decodes to.
        case decoded
        /// Bytes of one message.
        case message
        /// Pixels of a picture that is looked at.
        case pixels
        /// Bytes of the payload.
        case payload
        /// Bytes of an import code after decompression.
        case importCode = "import-code"
        /// Segments of one field's parameters (RFC 2231 §3).
        case segments
        /// Bytes of memory that decoding one picture may take, code included.
        case decoderMemory = "decoder-memory"
        /// Seconds of processor time for one message, on top of 2 for each million bytes of it.
        case processorSeconds = "processor-seconds"
        /// Pixels that one message's pictures decode to beyond 64 for each byte of theirs.
        case decodedPixels = "decoded-pixels"
        /// Photos that one message tells of.
        case records
        /// Proposals that one message makes.
        case proposals
        /// New photos that one message brings without their picture.
        case withoutPicture = "without-picture"

        /// What it limits, without a full stop.
        public var meaning: String {
            switch self {
            case .parts: "The parts of one message"
            case .depth: "Levels of nesting"
            case .header: "Bytes of one header"
            case .decoded: "Bytes of one part after decoding"
            case .message: "Bytes of one message"
            case .pixels: "Pixels of a picture that is decoded"
            case .payload: "Bytes of the payload"
            case .importCode: "Bytes of an import code after decompression"
            case .segments: "Segments of one field's parameters"
            case .decoderMemory:
                "Bytes of memory that decoding one picture may take, code included"
            case .processorSeconds:
                "Seconds of processor time for one message, 2 more for each million bytes of it"
            case .decodedPixels:
                "Pixels of one message's pictures that are decoded, beyond 64 for each of their "
                    + "bytes"
            case .records: "Photos that one message describes"
            case .proposals: "Proposals that one message may make"
            case .withoutPicture: "New photos that one message may bring without a picture"
            }
        }

        /// Whether it counts bytes, so that `K`, `M` and `G` may follow its number.
        public var isBytes: Bool {
            switch self {
            case .header, .decoded, .message, .payload, .importCode, .decoderMemory: true
            case .parts, .depth, .pixels, .segments, .processorSeconds, .decodedPixels, .records,
                .proposals, .withoutPicture:
                false
            }
        }
    }

    /// The value of a limit as settings and the command line spell it: `512M`, `1000`.
    public func text(of name: Name) -> String {
        let value = self[name]
        let units = name.isBytes ? [("G", 30), ("M", 20), ("K", 10)] : []
        for (unit, shift) in units where value > 0 && value % (1 << shift) == 0 {
            return "\(value >> shift)\(unit)"
        }
        return "\(value)"
    }

    /// The value of a limit.
    public subscript(name: Name) -> Int {
        get {
            switch name {
            case .parts: mime.parts
            case .depth: mime.depth
            case .header: mime.headerBytes
            case .decoded: mime.decodedBytes
            case .message: messageBytes
            case .pixels: share.pixels
            case .payload: share.payload.bytes
            case .importCode: share.importCodeBytes
            case .segments: mime.parameterSegments
            case .decoderMemory: decoderBytes
            case .processorSeconds: share.budget.seconds
            case .decodedPixels: share.budget.pixels
            case .records: share.budget.records
            case .proposals: share.budget.proposals
            case .withoutPicture: share.budget.withoutPicture
            }
        }
        set {
            switch name {
            case .parts: mime.parts = newValue
            case .depth: mime.depth = newValue
            case .header: mime.headerBytes = newValue
            case .decoded: mime.decodedBytes = newValue
            case .message: messageBytes = newValue
            case .pixels: share.pixels = newValue
            case .payload: share.payload.bytes = newValue
            case .importCode: share.importCodeBytes = newValue
            case .segments: mime.parameterSegments = newValue
            case .decoderMemory: decoderBytes = newValue
            case .processorSeconds: share.budget.seconds = newValue
            case .decodedPixels: share.budget.pixels = newValue
            case .records: share.budget.records = newValue
            case .proposals: share.budget.proposals = newValue
            case .withoutPicture: share.budget.withoutPicture = newValue
            }
        }
    }

    /// Sets a limit by its name from text: a whole number from 1 on, `64K`, `16M`, `2G` for one
    /// that counts bytes.
    ///
    /// - Throws: a sentence for a person, naming what there is, where the name or number is none.
    public mutating func set(_ name: String, to text: String) throws(WitError) {
        guard let known = Name(rawValue: name) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw WitError.settings("“\(name)” is not a limit; the limits are: \(names)")
        }
        guard let value = Self.number(text, isBytes: known.isBytes) else {
            let units = known.isBytes ? ", also with K, M or G after it" : ""
            throw WitError.settings(
                "“\(text)” is not a value for the limit \(name): it takes a whole number above "
                    + "0\(units)"
            )
        }
        self[known] = value
    }

    private static func number(_ text: String, isBytes: Bool) -> Int? {
        var digits = text[...]
        var unit = 1
        if isBytes, let last = text.last,
            let shift = ["K": 10, "M": 20, "G": 30][last.uppercased()]
        {
            unit = 1 << shift
            digits = digits.dropLast()
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number > 0
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : value
    }
}
