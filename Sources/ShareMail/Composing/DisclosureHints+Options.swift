import Privacy

extension DisclosureHints {
    /// Words that a sender wrote for the whole message.
    init(_ options: ShareOptions) {
        self.init(
            [("subject", options.subject), ("message", options.message)]
                .compactMap { field, text in text.map { (field, $0) } })
    }
}
