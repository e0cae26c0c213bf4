import Files
import Foundation
import GRDB
import OutputText
import TestSupport
import Testing

@testable import CatalogDatabase

/// A catalog tells where a person was and to whom they write: others do not read it.
@Suite struct CatalogPrivacyTests {
    private static func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    private static func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func make(_ path: String) throws {
        _ = try PhotoCatalog(path: path, access: .readWrite)
    }

    @Test func `a new catalog, its log and a folder made for it are for the owner alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a/b/catalog.sqlite")
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        #expect(catalog.narrowed.isEmpty)
        try catalog.addOwnWords()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b"))
        #expect(names.contains("catalog.sqlite-wal"))
        for name in names { #expect(try Self.mode(folder.path("a/b/" + name)) == 0o600, "\(name)") }
        #expect(try Self.mode(folder.path("a/b")) == 0o700)
        #expect(try Self.mode(folder.path("a")) == 0o700)
    }

    @Test(arguments: [PhotoCatalog.Access.readWrite, .readOnly])
    func `one that is there with wider rights is narrowed, and that is said once`(
        access: PhotoCatalog.Access
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog.sqlite")
        try Self.make(path)
        try Data().write(to: URL(filePath: path + "-sending"))
        for name in ["", "-sending"] { try Self.set(0o644, path + name) }
        try Self.set(0o755, folder.url.path)
        let narrowed = try PhotoCatalog(path: path, access: access).narrowed
        #expect(narrowed.map(\.path) == [path])
        #expect(narrowed.first?.sentence.contains("0644") == true)
        #expect(try Self.mode(path) == 0o600)
        #expect(try Self.mode(path + "-sending") == 0o600)
        // The folder may be anybody's.
        #expect(try Self.mode(folder.url.path) == 0o755)
        #expect(try PhotoCatalog(path: path, access: access).narrowed.isEmpty)
    }

    @Test func `the program's own folder is narrowed too`() throws {
        let folder = try TemporaryFolder()
        try Self.set(0o755, folder.url.path)
        let path = folder.path("catalog.sqlite")
        let catalog = try PhotoCatalog(path: path, access: .readWrite, ownsFolder: true)
        #expect(catalog.narrowed.map(\.mode) == [0o700])
        #expect(try Self.mode(folder.url.path) == 0o700)
    }

    @Test func `a catalog that a group shares on purpose stays the group's, but not all others'`()
        throws
    {
        let folder = try TemporaryFolder()
        try Self.set(0o2775, folder.url.path)
        let path = folder.path("catalog.sqlite")
        try Self.make(path)
        try Self.set(0o664, path)
        let catalog = try PhotoCatalog(path: path, access: .readWrite)
        #expect(catalog.narrowed.map(\.mode) == [0o660])
        #expect(try Self.mode(path) == 0o660)
        #expect(try Self.mode(folder.url.path) == 0o2775)
    }

    @Test func `a link to a catalog narrows the catalog; what is none stays as it is`() throws {
        let folder = try TemporaryFolder()
        let (path, link) = (folder.path("real.sqlite"), folder.path("link.sqlite"))
        try Self.make(path)
        try Self.set(0o644, path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(try PhotoCatalog(path: link, access: .readOnly).narrowed.count == 1)
        #expect(try Self.mode(path) == 0o600)
        // A link beside it may lead anywhere.
        let other = folder.path("other")
        try Data("x".utf8).write(to: URL(filePath: other))
        try Self.set(0o644, other)
        try FileManager.default.createSymbolicLink(
            atPath: path + "-sending", withDestinationPath: other)
        try Self.make(path)
        #expect(try Self.mode(other) == 0o644)
        #expect(throws: WitError.self) { try PhotoCatalog(path: other, access: .readOnly) }
        #expect(try Self.mode(other) == 0o644)
    }

    @Test func `a copy of a catalog is for the owner alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog.sqlite")
        try Self.make(path)
        for access in [PhotoCatalog.Access.readWrite, .readOnly] {
            try PhotoCatalog(path: path, access: access).backup(
                to: folder.path("copy"), overwriting: true)
            #expect(try Self.mode(folder.path("copy")) == 0o600)
        }
    }
}

extension PhotoCatalog {
    /// Writes something, so that there is a log.
    fileprivate func addOwnWords() throws(WitError) {
        try writing { try $0.execute(sql: "CREATE TABLE of_a_test (x)") }
    }
}
