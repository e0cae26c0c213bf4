/// The formats of pictures that are decoded, told by their first bytes.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// JPEG (ISO/IEC 10918-1).
    case jpeg
    /// PNG, animated ones too.
    case png
    /// GIF.
    case gif
    /// WebP (RFC 9649).
    case webp
    /// TIFF 6.0 and BigTIFF.
    case tiff
    /// HEIF (ISO/IEC 23008-12): HEIC and AVIF.
    case heif
    /// JPEG XL (ISO/IEC 18181).
    case jpegXL

    /// The format that the bytes begin like; nil for anything else.
    ///
    /// Only a picture that begins like one of these is handed to a decoder.
    public init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(16))
        switch true {
        case head.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
        case head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
        case head.starts(with: "GIF87a".utf8), head.starts(with: "GIF89a".utf8): self = .gif
        case head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8):
            self = .webp
        case head.starts(with: [0x49, 0x49, 0x2A, 0]), head.starts(with: [0x4D, 0x4D, 0, 0x2A]),
            head.starts(with: [0x49, 0x49, 0x2B, 0]), head.starts(with: [0x4D, 0x4D, 0, 0x2B]):
            self = .tiff
        case head.starts(with: [0xFF, 0x0A]), head.starts(with: Self.jpegXLBox): self = .jpegXL
        case head.dropFirst(4).starts(with: "ftyp".utf8):
            let brand = String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)
            guard Self.heifBrands.contains(brand) else { return nil }
            self = .heif
        default: return nil
        }
    }

    /// The media type of files of this format; for `heif` that of HEIC.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .heif: "image/heic"
        case .jpegXL: "image/jxl"
        }
    }

    /// The signature box of a JPEG XL container (ISO/IEC 18181-2 §9.1).
    private static let jpegXLBox: [UInt8] = [
        0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
    ]

    /// Major brands of ISO/IEC 23008-12 §10 and of AVIF.
    private static let heifBrands: Set<String> = [
        "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "mif2", "msf1",
        "avif", "avis", "heif",
    ]
}
