/// What is asked of a decoder about one picture.
enum PictureTask: Hashable, Sendable {
    /// The header alone.
    case header
    /// A JPEG that neither side of exceeds `side`.
    case jpeg(side: Int, quality: Int)
    /// The same with a smaller one and the hash.
    case renditions(side: Int, quality: Int, previewSide: Int, previewQuality: Int)
    /// The perceptual hash.
    case hash
    /// The pixels, a byte for each band.
    case pixels(side: Int)
    /// The alpha of a PNG, neither side of which may exceed `side`.
    case alpha(side: Int)
    /// The greys that a look is made of.
    case look
    /// A PNG of SVG that this program wrote.
    case map

    /// The kind and its numbers, as they go to a child.
    var numbers: [Int] {
        switch self {
        case .header: [0, 0, 0, 0, 0]
        case .jpeg(let side, let quality): [1, side, quality, 0, 0]
        case .renditions(let side, let quality, let previewSide, let previewQuality):
            [2, side, quality, previewSide, previewQuality]
        case .hash: [3, 0, 0, 0, 0]
        case .pixels(let side): [4, side, 0, 0, 0]
        case .map: [5, 0, 0, 0, 0]
        case .look: [6, 0, 0, 0, 0]
        case .alpha(let side): [7, side, 0, 0, 0]
        }
    }

    /// A task by its numbers; nil for others.
    init?(numbers: [Int]) {
        guard numbers.count == 5 else { return nil }
        switch numbers[0] {
        case 0: self = .header
        case 1: self = .jpeg(side: numbers[1], quality: numbers[2])
        case 2:
            self = .renditions(
                side: numbers[1], quality: numbers[2], previewSide: numbers[3],
                previewQuality: numbers[4])
        case 3: self = .hash
        case 4: self = .pixels(side: numbers[1])
        case 5: self = .map
        case 6: self = .look
        case 7: self = .alpha(side: numbers[1])
        default: return nil
        }
    }
}

/// What a decoder answers.
enum PictureResult: Hashable, Sendable {
    case header(PictureHeader)
    case picture(RenderedPicture)
    case renditions(PictureRenditions)
    case hash(PerceptualHash)
    case pixels(width: Int, height: Int, bands: Int, bytes: [UInt8])
    case map([UInt8])
}

/// What a child process is started for. One that decodes pictures can open no file at all; one that
/// draws maps can read the system's fonts, and never sees a picture.
enum DecoderRole: String, Hashable, Sendable, CaseIterable {
    case pictures, maps
}
