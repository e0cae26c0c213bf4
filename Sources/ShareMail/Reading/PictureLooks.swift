import Pictures

/// How the pictures of one message look, within what looking at them may cost.
struct PictureLooks {
    private let hashes: PictureHashes
    let meter: MessageMeter

    init(_ hashes: PictureHashes = PictureHashes(), _ meter: MessageMeter = .unlimited) {
        self.hashes = hashes
        self.meter = meter
    }

    /// The hash of a picture; nil where it is not decoded.
    func hash(of picture: MailPicture) -> PerceptualHash? {
        try? hashes.hash(of: picture, meter).get()
    }
}
