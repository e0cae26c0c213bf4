import PhotoRecords
import Privacy

extension ShareOptions {
    /// What is kept at home.
    var rules: PrivacyRules {
        PrivacyRules(location: location, homes: homes, stripped: stripped, heldBack: heldBack)
    }
}

extension RedactedRecord {
    /// Redacts a photo's record as the sender chose.
    init(of original: PhotoRecord, _ options: ShareOptions, masks: BareMasks = BareMasks()) {
        self.init(of: original, options.rules, masks: masks)
    }
}
