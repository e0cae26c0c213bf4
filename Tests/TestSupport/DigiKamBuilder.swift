import Foundation
import GRDB

/// Builds databases as digiKam makes them: the tables that matter here, with the columns that
/// digiKam 7.9 has (`DBVersion` 15).
public struct DigiKamBuilder {
    /// A photo in it.
    public struct Photo {
        /// The file's name.
        public var name: String
        /// The album's path below the root.
        public var album = "/"
        /// 1 visible, 2 hidden, 3 in the bin, 4 gone.
        public var status = 1
        /// 1 photo, 2 film.
        public var category = 1
        /// The encoded picture's size, and how it is turned for display.
        public var size = (width: 400, height: 300, orientation: 1)
        /// `creationDate` and the file's time.
        public var dates: (created: String?, modified: String?) = (nil, nil)
        /// Stars; -1 for none.
        public var rating = -1
        /// Captions and titles: type, language, text.
        public var comments: [(type: Int, language: String, text: String)] = []
        /// Tags by their paths: `Animals/Birds/Kite`.
        public var tags: [String] = []
        /// Faces: the person's name, the property, and the rectangle's numbers.
        public var faces: [(person: String, property: String, box: (Int, Int, Int, Int))] = []
        /// Latitude, longitude, altitude.
        public var position: (Double, Double, Double?)?
        /// `city`, `countryCode` and the like.
        public var properties: [String: String] = [:]
        /// The file's size in bytes and digiKam's hash of it.
        public var file: (bytes: Int, hash: String)?

        /// A photo of a name.
        public init(_ name: String) { self.name = name }
    }

    private let queue: DatabaseQueue
    private var albums: [String: Int64] = [:]
    private var tags: [String: Int64] = [:]

    /// Makes a database.
    ///
    /// - Parameters:
    ///   - identifier: of the one root: `volumeid:?path=…`.
    ///   - specificPath: the root's folder on its volume.
    public init(
        at path: String, identifier: String, specificPath: String = "/", version: Int = 15
    ) throws {
        // What a test writes need not outlive a power cut.
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            try db.execute(sql: Self.tables)
            try db.execute(
                sql: "INSERT INTO AlbumRoots VALUES (1, 'Bilder', 0, 1, ?, ?)",
                arguments: [identifier, specificPath])
            try db.execute(
                sql: "INSERT INTO Settings VALUES ('DBVersion', ?)", arguments: ["\(version)"])
        }
        for (name, property) in [
            ("_Digikam_Internal_Tags_/Color Label Red", "internalTag"),
            ("People/Unknown", "unknownPerson"), ("People/Unconfirmed", "unconfirmedPerson"),
            ("People/Ignored", "ignoredPerson"),
        ] {
            let tag = try self.tag(name)
            if property != "internalTag" { try describe(tag, "person", "") }
            try describe(tag, property, "")
        }
    }

    /// Runs statements of SQL.
    public func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    /// Ends the work on the file.
    public func close() throws { try queue.close() }

    /// Makes a tag a person.
    public mutating func addPerson(_ name: String, path: String? = nil) throws {
        let tag = try self.tag(path ?? "People/\(name)")
        try describe(tag, "person", name)
        try describe(tag, "faceEngineId", name)
    }

    /// Adds a photo.
    ///
    /// - Returns: its row's number.
    @discardableResult
    public mutating func add(_ photo: Photo) throws -> Int64 {
        let album = try self.album(photo.album)
        let tags = try photo.tags.map { try self.tag($0) }
        let faces = try photo.faces.map { (try self.tag("People/\($0.person)"), $0) }
        return try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO Images (album, name, status, category, modificationDate, fileSize,
                        uniqueHash) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    album, photo.name, photo.status, photo.category, photo.dates.modified,
                    photo.file?.bytes, photo.file?.hash,
                ])
            let id = db.lastInsertedRowID
            try db.execute(
                sql: """
                    INSERT INTO ImageInformation (imageid, rating, creationDate, orientation,
                        width, height) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, photo.rating, photo.dates.created, photo.size.orientation,
                    photo.size.width, photo.size.height,
                ])
            for comment in photo.comments {
                try db.execute(
                    sql: """
                        INSERT INTO ImageComments (imageid, type, language, comment)
                        VALUES (?, ?, ?, ?)
                        """, arguments: [id, comment.type, comment.language, comment.text])
            }
            for tag in tags + faces.map(\.0) {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO ImageTags VALUES (?, ?)", arguments: [id, tag])
            }
            for (tag, face) in faces {
                let (x, y, width, height) = face.box
                let rect = "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
                try db.execute(
                    sql: "INSERT INTO ImageTagProperties VALUES (?, ?, ?, ?)",
                    arguments: [id, tag, face.property, rect])
            }
            if let (latitude, longitude, altitude) = photo.position {
                try db.execute(
                    sql: """
                        INSERT INTO ImagePositions (imageid, latitudeNumber, longitudeNumber,
                            altitude) VALUES (?, ?, ?, ?)
                        """, arguments: [id, latitude, longitude, altitude])
            }
            for (property, value) in photo.properties {
                try db.execute(
                    sql: "INSERT INTO ImageProperties VALUES (?, ?, ?)",
                    arguments: [id, property, value])
            }
            return id
        }
    }

    private mutating func album(_ path: String) throws -> Int64 {
        if let album = albums[path] { return album }
        let album = try queue.write { db in
            try db.execute(
                sql: "INSERT INTO Albums (albumRoot, relativePath) VALUES (1, ?)",
                arguments: [path])
            return db.lastInsertedRowID
        }
        albums[path] = album
        return album
    }

    private mutating func tag(_ path: String) throws -> Int64 {
        if let tag = tags[path] { return tag }
        let slash = path.lastIndex(of: "/")
        let parent = try slash.map { try self.tag(String(path[..<$0])) } ?? 0
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let tag = try queue.write { db in
            try db.execute(
                sql: "INSERT INTO Tags (pid, name) VALUES (?, ?)", arguments: [parent, name])
            return db.lastInsertedRowID
        }
        tags[path] = tag
        return tag
    }

    private func describe(_ tag: Int64, _ property: String, _ value: String) throws {
        try queue.write { db in
            try db.execute(
                sql: "INSERT INTO TagProperties VALUES (?, ?, ?)",
                arguments: [tag, property, value])
        }
    }

    private static let tables = """
        CREATE TABLE Settings (keyword TEXT NOT NULL UNIQUE, value TEXT);
        CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER NOT NULL,
            type INTEGER NOT NULL, identifier TEXT, specificPath TEXT);
        CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER NOT NULL,
            relativePath TEXT NOT NULL, date DATE, caption TEXT, collection TEXT, icon INTEGER);
        CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT NOT NULL,
            status INTEGER NOT NULL, category INTEGER NOT NULL, modificationDate DATETIME,
            fileSize INTEGER, uniqueHash TEXT, manualOrder INTEGER);
        CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER,
            creationDate DATETIME, digitizationDate DATETIME, orientation INTEGER, width INTEGER,
            height INTEGER, format TEXT, colorDepth INTEGER, colorModel INTEGER);
        CREATE TABLE ImageComments (id INTEGER PRIMARY KEY, imageid INTEGER, type INTEGER,
            language TEXT, author TEXT, date DATETIME, comment TEXT);
        CREATE TABLE ImagePositions (imageid INTEGER PRIMARY KEY, latitude TEXT,
            latitudeNumber REAL, longitude TEXT, longitudeNumber REAL, altitude REAL);
        CREATE TABLE ImageProperties (imageid INTEGER NOT NULL, property TEXT NOT NULL,
            value TEXT NOT NULL);
        CREATE TABLE ImageTags (imageid INTEGER NOT NULL, tagid INTEGER NOT NULL,
            UNIQUE (imageid, tagid));
        CREATE TABLE ImageTagProperties (imageid INTEGER, tagid INTEGER, property TEXT,
            value TEXT);
        CREATE TABLE Tags (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT NOT NULL, icon INTEGER);
        CREATE TABLE TagProperties (tagid INTEGER, property TEXT, value TEXT);
        """
}
