import CatalogDatabase
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct WritePhotosTests {
    let folder: TemporaryFolder
    let catalog: PhotoCatalog
    let path: String
    let photo: RecordID
    let original: Data

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try PhotoCatalog(path: folder.path("catalog.sqlite"), access: .readWrite)
        path = folder.path("lighthouse.jpg")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "photos/lighthouse.jpg"),
            to: URL(filePath: path))
        original = try Data(contentsOf: URL(filePath: path))
        _ = try await CatalogPhotos([path], in: catalog).run()
        photo = try catalog.resolve(path)
    }

    private func file(_ name: String = "lighthouse.jpg") throws -> Data {
        try Data(contentsOf: URL(filePath: folder.path(name)))
    }

    private func write(
        _ targets: WritePhotos.Targets = .metadata, _ change: (inout PhotoEdits) -> Void = { _ in }
    ) async throws -> WritePhotos.Report {
        var edits = PhotoEdits()
        change(&edits)
        let writer = WritePhotos(catalog: catalog, targets: targets)
        let failures = try await writer.refresh([photo], named: [])
        let made = try edits.apply(to: [photo], in: catalog)
        var report = try writer.run(
            [photo], named: [], change: made?.number, edited: edits.fields)
        report.failures += failures
        return report
    }

    private func read(_ name: String = "lighthouse.jpg") throws -> PhotoRecord {
        try PhotoReader().read(path: folder.path(name)).record
    }

    @Test
    func
        `an edit goes into the file, the next scan finds nothing new, a second write nothing to do`()
        async throws
    {
        let before = try catalog.record(photo)
        let report = try await write { edits in
            edits.name = "Neist Point"
            edits.keywords.adding = ["sea"]
            edits.coordinate = Coordinate(latitude: 57.423456789, longitude: -6.788)
        }
        #expect(report.files == 1)
        #expect(report.failures.isEmpty)
        let record = try #require(try catalog.record(photo))
        let read = try read()
        #expect(read.name == "Neist Point")
        #expect(read.keywords == record.keywords)
        #expect(read.id == photo)
        #expect(read.image?.fingerprint == before?.image?.fingerprint)
        let scan = try await CatalogPhotos([folder.url.path], in: catalog).run()
        #expect(scan.unchanged == 1)
        #expect(scan.refreshed == 0 && scan.proposals == 0 && scan.added == 0)
        var verify = CatalogPhotos.Options()
        verify.verify = true
        let thorough = try await CatalogPhotos([folder.url.path], in: catalog, options: verify)
            .run()
        #expect(thorough.proposals == 0 && thorough.added == 0 && thorough.duplicates == 0)
        #expect(try catalog.record(photo)?.provenance == record.provenance)
        let written = try file()
        let again = try await write()
        #expect(again.files == 0 && again.unchanged == 1 && again.change == nil)
        #expect(try file() == written)
    }

    @Test func `undo puts the former bytes back, and an undone undo the written ones`() async throws
    {
        _ = try await write { $0.caption = "A new caption" }
        let written = try file()
        #expect(written != original)
        let undo = try UndoChange(in: catalog).perform()
        #expect(undo.restored == 1 && undo.failures.isEmpty)
        #expect(try file() == original)
        #expect(try catalog.record(photo)?.caption == (try read()).caption)
        let scan = try await CatalogPhotos([folder.url.path], in: catalog).run()
        #expect(scan.unchanged == 1 && scan.proposals == 0)
        let redo = try UndoChange(undo.change.number, in: catalog).perform()
        #expect(redo.restored == 1)
        #expect(try file() == written)
        #expect(try catalog.record(photo)?.caption == "A new caption")
    }

    @Test func `undo leaves a file that another program changed, and says so`() async throws {
        _ = try await write { $0.name = "Mine" }
        var other = try file()
        let range = try #require(other.range(of: Data("Mine".utf8)))
        other.replaceSubrange(range, with: Data("Your".utf8))
        try other.write(to: URL(filePath: path))
        let undo = try UndoChange(in: catalog).perform()
        #expect(undo.restored == 0)
        #expect(undo.failures.map(\.item) == [path])
        #expect(try file() == other)
        #expect(try catalog.record(photo)?.name == "Lighthouse at dusk")
    }

    @Test func `an undo that was cut short after the file goes on`() async throws {
        _ = try await write { $0.name = "Mine" }
        try original.write(to: URL(filePath: path))
        let undo = try UndoChange(in: catalog).perform()
        #expect(undo.failures.isEmpty)
        #expect(try catalog.record(photo)?.name == "Lighthouse at dusk")
    }

    @Test func `an undo that is refused leaves the file as it is`() async throws {
        let first = try await write { $0.name = "Mine" }
        _ = try await write { $0.name = "Mine again" }
        let written = try file()
        let number = try #require(first.change)
        #expect(throws: WitError.self) { try UndoChange(number, in: catalog).perform() }
        #expect(try file() == written)
    }

    @Test func `a write that was cut short before the catalog took note of it is completed`()
        async throws
    {
        var edits = PhotoEdits()
        edits.name = "Mine"
        _ = try edits.apply(to: [photo], in: catalog)
        let record = try #require(try catalog.record(photo))
        let edit = try MetadataEditor().edit(fileAt: path, to: record)
        try FileReplacement(path).write(head: edit.head, insteadOf: edit.formerHead)
        let report = try await write()
        #expect(report.failures.isEmpty && report.files == 0)
        let scan = try await CatalogPhotos([path], in: catalog).run()
        #expect(scan.unchanged == 1 && scan.proposals == 0)
        #expect(try catalog.proposals().isEmpty)
    }

    @Test func `a newer value of the file is not overwritten before a person has seen it`()
        async throws
    {
        _ = try await write { $0.name = "Mine" }
        var other = try file()
        let range = try #require(other.range(of: Data("Mine".utf8)))
        other.replaceSubrange(range, with: Data("Your".utf8))
        try other.write(to: URL(filePath: path))
        let report = try await write { $0.caption = "A caption" }
        #expect(report.files == 0)
        #expect(report.failures.first?.code == .proposalPending)
        #expect(try read().name == "Your")
        // A name that is given with the very write decides.
        let decided = try await write { $0.name = "Ours" }
        #expect(decided.failures.isEmpty)
        #expect(try read().name == "Ours")
    }

    @Test func `what is taken away is taken out of the file, and undo brings it back`() async throws
    {
        try #require(try read().location?.coordinate != nil)
        let report = try await write {
            $0.removesLocation = true
            $0.removesTaken = true
        }
        #expect(report.notes.isEmpty)
        #expect(try read().location == nil)
        #expect(try read().taken == nil)
        _ = try UndoChange(in: catalog).perform()
        #expect(try file() == original)
    }

    @Test func `links are followed, modes are kept, other names of the file are spoken of`()
        async throws
    {
        let real = folder.path("real")
        try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: path, toPath: real + "/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "real/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("way"), withDestinationPath: "real")
        try FileManager.default.linkItem(atPath: real + "/a.jpg", toPath: folder.path("other.bin"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: real + "/a.jpg")
        let report = try await write { $0.name = "Mine" }
        #expect(report.failures.isEmpty)
        #expect(report.notes.contains { $0.contains("hard links") })
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real/a.jpg")
        let attributes = try FileManager.default.attributesOfItem(atPath: real + "/a.jpg")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(try read("way/a.jpg").name == "Mine")
        #expect(try file("other.bin") == original)
        #expect(try FileManager.default.contentsOfDirectory(atPath: real) == ["a.jpg"])
    }

    @Test func `a file that is gone, and one of another format, are named`() async throws {
        let heic = folder.path("bird.heic")
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: "formats/bird.heic"), to: URL(filePath: heic))
        _ = try await CatalogPhotos([heic], in: catalog).run()
        let bird = try catalog.resolve(heic)
        try FileManager.default.removeItem(atPath: path)
        let report = try WritePhotos(catalog: catalog, targets: .metadata)
            .run([photo, bird], named: [], change: nil)
        #expect(report.failures.map(\.item) == [path, heic])
        #expect(report.failures.last?.reason.contains("image/heic") == true)
        #expect(report.failures.last?.code == .unsupportedFormat)
    }

    // MARK: Sidecars

    @Test func `a sidecar is begun, read above the file, and undone away`() async throws {
        let report = try await write(.sidecar) { $0.name = "Mine" }
        #expect(report.sidecars == 1 && report.files == 0)
        #expect(try file() == original)
        #expect(try read().name == "Mine")
        let scan = try await CatalogPhotos([folder.url.path], in: catalog).run()
        #expect(scan.unchanged == 1 && scan.proposals == 0)
        let again = try await write(.sidecar)
        #expect(again.sidecars == 0 && again.unchanged == 1)
        let undo = try UndoChange(in: catalog).perform()
        #expect(undo.restored == 1)
        #expect(!FileManager.default.fileExists(atPath: path + ".xmp"))
        _ = try UndoChange(undo.change.number, in: catalog).perform()
        #expect(try read().name == "Mine")
    }

    @Test(arguments: [false, true])
    func `a sidecar of another program keeps what it holds`(utf16: Bool) async throws {
        let text = """
            <?xml version="1.0" encoding="\(utf16 ? "UTF-16" : "UTF-8")"?>
            <!-- kept outside -->
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <!-- kept inside -->
              <rdf:Description rdf:about="uuid:1" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
                xmlns:purl="http://purl.org/dc/elements/1.1/" crs:Exposure2012="+0.50"
                xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmpMM:DocumentID="abc">
               <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>
               <purl:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li>\
            <rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt></purl:title>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """
        let name = folder.path("lighthouse.xmp")
        let former = try #require(text.data(using: utf16 ? .utf16 : .utf8))
        try former.write(to: URL(filePath: name))
        let report = try await write(.sidecar) { $0.name = "Mine" }
        #expect(report.failures.isEmpty)
        #expect(report.sidecars == 1)
        let written = String(decoding: try file("lighthouse.xmp"), as: UTF8.self)
        for kept in [
            "<!-- kept outside -->", "<!-- kept inside -->", "crs:Exposure2012=\"+0.50\"",
            "rdf:about=\"uuid:1\"", "xmpMM:DocumentID=\"abc\"", "<rdf:li>0, 0</rdf:li>",
            "xml:lang=\"de\">Alt<", "purl:title", "x:xmptk=\"XMP Core 6.0\"",
        ] {
            #expect(written.contains(kept), "\(kept)")
        }
        #expect(!written.contains(">Old<"))
        #expect(try read().name == "Mine")
        _ = try UndoChange(in: catalog).perform()
        #expect(try file("lighthouse.xmp") == former)
    }

    @Test func `a sidecar that two photos share stays, and the photo gets its own`() async throws {
        try Data("raw".utf8).write(to: URL(filePath: folder.path("lighthouse.nef")))
        let shared = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
            """
        try Data(shared.utf8).write(to: URL(filePath: folder.path("lighthouse.xmp")))
        let report = try await write(.sidecar) { $0.name = "Mine" }
        #expect(report.notes.contains { $0.contains("share") })
        #expect(String(decoding: try file("lighthouse.xmp"), as: UTF8.self) == shared)
        let own = String(decoding: try file("lighthouse.jpg.xmp"), as: UTF8.self)
        #expect(own.contains("Rating") && own.contains("Mine"))
    }

    @Test func `a sidecar that is no XML is refused and left`() async throws {
        let broken = Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF>".utf8)
        try broken.write(to: URL(filePath: path + ".xmp"))
        let report = try await write(.sidecar) { $0.name = "Mine" }
        #expect(report.failures.count == 1)
        #expect(report.sidecars == 0)
        #expect(try file("lighthouse.jpg.xmp") == broken)
    }

    @Test func `a value that only the file says can't be taken away by a sidecar, which is said`()
        async throws
    {
        let report = try await write(.sidecar) { $0.name = "" }
        #expect(
            report.findings.contains { $0.message.contains("name") && $0.code == .fileKeepsValues })
        #expect(try catalog.record(photo)?.name == nil)
        let scan = try await CatalogPhotos([folder.url.path], in: catalog).run()
        #expect(scan.proposals == 0)
    }
}
