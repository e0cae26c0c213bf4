import OutputText
import Pictures

/// How the pictures of one message look, within what looking at them may cost.
struct MessageThumbnails {
    private let looks: ThumbnailCache
    let meter: MessageMeter
    /// Whether what the message's data say of its pictures is held against them; of a message that
    /// was made here it is believed.
    let isChecked: Bool

    init(
        _ looks: ThumbnailCache = ThumbnailCache(), _ meter: MessageMeter = .unlimited,
        isChecked: Bool = false
    ) {
        self.looks = looks
        self.meter = meter
        self.isChecked = isChecked
    }

    /// The look of a picture, or why it is not decoded.
    func look(of picture: MailPicture) -> Result<GreyscaleThumbnail, WitError> {
        looks.look(of: picture, meter)
    }

    /// The hash of a picture; nil where it is not decoded.
    func hash(of picture: MailPicture) -> PerceptualHash? { try? look(of: picture).get().hash }
}
