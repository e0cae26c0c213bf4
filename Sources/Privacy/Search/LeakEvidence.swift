import PhotoRecords

/// What was read back from a finished message, by the reader that its recipient would use: what the
/// search for leaks looks at.
package struct LeakEvidence {
    /// A picture of the message.
    package struct Picture {
        /// Its file's name, or its place in the message.
        package var name: String
        /// `image/jpeg`.
        package var mediaType: String
        /// The whole file, decoded at each call: memory stays flat however many there are.
        package var bytes: () -> [UInt8]
        /// What may leave of the photos that it may be of.
        package var redactedRecords: [RedactedRecord]

        /// A picture of some photos.
        package init(
            name: String, mediaType: String, bytes: @escaping () -> [UInt8],
            redactedRecords: [RedactedRecord]
        ) {
            self.name = name
            self.mediaType = mediaType
            self.bytes = bytes
            self.redactedRecords = redactedRecords
        }
    }

    /// A locator map of the message.
    package struct LocatorMap {
        /// Its file's name, or its place in the message.
        package var name: String
        /// The whole file.
        package var bytes: [UInt8]
        /// Whether it has the mark of our maps.
        package var isMarked: Bool
        /// Whether it is what is drawn of the locations that may leave; nil where that cannot be
        /// drawn.
        package var isAsDrawn: () -> Bool?

        /// A map.
        package init(
            name: String, bytes: [UInt8], isMarked: Bool, isAsDrawn: @escaping () -> Bool?
        ) {
            self.name = name
            self.bytes = bytes
            self.isMarked = isMarked
            self.isAsDrawn = isAsDrawn
        }
    }

    /// Everything that is text.
    package var texts: [LeavingText]
    /// The photos' pictures.
    package var pictures: () -> [Picture]
    /// The name of a part that calls itself a picture and is in no known format.
    package var strangePicture: () -> String?
    /// The maps, and whether any location may leave.
    package var maps: [LocatorMap]
    /// Whether a location may leave of any photo.
    package var hasLocations: Bool
    /// Every record that is told anywhere, with what may leave of the photos that it may be of.
    package var told: () -> [(record: PhotoRecord, redactedRecords: [RedactedRecord])]
    /// Whether hashes of the original files are told.
    package var tellsHashes: () -> Bool

    /// What was read back from a message.
    package init(
        texts: [LeavingText], pictures: @escaping () -> [Picture],
        strangePicture: @escaping () -> String?, maps: [LocatorMap], hasLocations: Bool,
        told: @escaping () -> [(record: PhotoRecord, redactedRecords: [RedactedRecord])],
        tellsHashes: @escaping () -> Bool
    ) {
        self.texts = texts
        self.pictures = pictures
        self.strangePicture = strangePicture
        self.maps = maps
        self.hasLocations = hasLocations
        self.told = told
        self.tellsHashes = tellsHashes
    }
}
