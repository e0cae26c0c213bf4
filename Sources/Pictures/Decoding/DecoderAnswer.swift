import OutputText

/// A child's answer, taken in as what it is: a stranger's.
struct DecoderAnswer {
    let task: PictureTask
    let limits: PictureLimits
    /// How long to wait for each part of it; nil for as long as a picture of its size may take.
    var patience: Duration?
    /// Told the picture's header before its pixels are decoded.
    var onHeader: (PictureHeader) -> Void = { _ in }
    /// Receives so many bytes until a moment.
    let receive: (Int, ContinuousClock.Instant) throws(DecoderChild.Failure) -> [UInt8]

    /// The longest JPEG or PNG that is taken.
    private static let longestPicture = 512 << 20

    /// The answer: first the header, which gives the time to wait for the rest.
    func result() throws(DecoderChild.Failure) -> PictureResult {
        var deadline = deadline(DecoderTime.header)
        var message = try next(deadline)
        var header: PictureHeader?
        if message.kind == DecoderMessage.Kind.header.rawValue {
            let known = try self.header(message.numbers)
            if task == .header { return .header(known) }
            header = known
            onHeader(known)
            deadline = self.deadline(DecoderTime.seconds(pixels: known.width * known.height))
            message = try next(deadline)
        }
        if message.kind == DecoderMessage.Kind.failure.rawValue {
            throw .refused(try failure(message.numbers, deadline))
        }
        return try result(message, header, deadline)
    }

    private func deadline(_ seconds: Int) -> ContinuousClock.Instant {
        .now.advanced(by: patience ?? DecoderTime.patience(seconds: seconds))
    }

    private func result(
        _ message: DecoderMessage, _ header: PictureHeader?, _ deadline: ContinuousClock.Instant
    ) throws(DecoderChild.Failure) -> PictureResult {
        let numbers = message.numbers
        switch (task, DecoderMessage.Kind(rawValue: message.kind)) {
        case (.jpeg(let side, _), .picture):
            return .picture(try picture(numbers, side, header, deadline))
        case (.renditions(let side, _, let previewSide, _), .renditions):
            let large = try picture(numbers, side, header, deadline)
            let small = try picture(Array(numbers[3...]), previewSide, header, deadline)
            let hash = PerceptualHash(bits: UInt64(UInt(bitPattern: numbers[6])))
            return .renditions(PictureRenditions(picture: large, preview: small, hash: hash))
        case (.hash, .hash):
            return .hash(PerceptualHash(bits: UInt64(UInt(bitPattern: numbers[0]))))
        case (.pixels(let side), .pixels):
            let (width, height, bands, count) = (numbers[0], numbers[1], numbers[2], numbers[3])
            guard (1...side).contains(width), (1...side).contains(height),
                [1, 3].contains(bands), count == width * height * bands,
                count <= Self.longestPicture
            else { throw Self.nonsense }
            return .pixels(
                width: width, height: height, bands: bands, bytes: try receive(count, deadline))
        case (.alpha(let side), .pixels):
            let (width, height) = (numbers[0], numbers[1])
            guard (1...side).contains(width), (1...side).contains(height), numbers[2] == 1,
                numbers[3] == width * height, numbers[3] <= limits.pixels
            else { throw Self.nonsense }
            return .pixels(
                width: width, height: height, bands: 1, bytes: try receive(numbers[3], deadline))
        case (.look, .pixels):
            let side = GreyscaleThumbnail.side
            guard numbers[0] == side, numbers[1] == side, numbers[2] == 1,
                numbers[3] == side * side
            else { throw Self.nonsense }
            return .pixels(
                width: side, height: side, bands: 1, bytes: try receive(side * side, deadline))
        case (.map, .map):
            guard (1...(16 << 20)).contains(numbers[0]) else { throw Self.nonsense }
            let png = try receive(numbers[0], deadline)
            guard RenderedFile.isPNG(png) else { throw Self.nonsense }
            return .map(png)
        default: throw Self.nonsense
        }
    }

    private func next(
        _ deadline: ContinuousClock.Instant
    ) throws(DecoderChild.Failure) -> DecoderMessage {
        guard let message = DecoderMessage(try receive(DecoderMessage.count * 8, deadline)) else {
            throw Self.nonsense
        }
        return message
    }

    /// The largest side of a picture that any format can have.
    private static let longestSide = 1 << 24

    private func header(_ numbers: [Int]) throws(DecoderChild.Failure) -> PictureHeader {
        let formats = PictureFormat.allCases
        guard formats.indices.contains(numbers[0]),
            (1...Self.longestSide).contains(numbers[1]),
            (1...Self.longestSide).contains(numbers[2]), numbers[1] * numbers[2] <= limits.pixels,
            (1...8).contains(numbers[3]), (1...1_000_000).contains(numbers[4])
        else { throw Self.nonsense }
        return PictureHeader(
            format: formats[numbers[0]], width: numbers[1], height: numbers[2],
            orientation: numbers[3], pages: numbers[4])
    }

    private func picture(
        _ numbers: [Int], _ side: Int, _ header: PictureHeader?,
        _ deadline: ContinuousClock.Instant
    ) throws(DecoderChild.Failure) -> RenderedPicture {
        let (width, height, count) = (numbers[0], numbers[1], numbers[2])
        guard let header, (1...side).contains(width), (1...side).contains(height),
            width <= max(header.width, header.height), height <= max(header.width, header.height),
            count > 0, count <= Self.longestPicture, count <= 4 * width * height + 65_536
        else { throw Self.nonsense }
        let bytes = try receive(count, deadline)
        guard RenderedFile.isJPEG(bytes, width: width, height: height) else { throw Self.nonsense }
        return RenderedPicture(bytes: bytes, width: width, height: height)
    }

    private func failure(
        _ numbers: [Int], _ deadline: ContinuousClock.Instant
    ) throws(DecoderChild.Failure) -> WitError {
        guard DecoderMessage.codes.indices.contains(numbers[0]),
            (0...DecoderMessage.longestText).contains(numbers[1])
        else { throw Self.nonsense }
        return WitError(
            DecoderMessage.codes[numbers[0]], Self.sentence(try receive(numbers[1], deadline)))
    }

    /// One line without hazards.
    static func sentence(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).shownLine
        return text.isEmpty ? "The picture cannot be decoded." : text
    }

    private static var nonsense: DecoderChild.Failure {
        .lost(
            WitError(
                .decoderEnded, "The process that decoded the picture gave an invalid answer.")
        )
    }
}
