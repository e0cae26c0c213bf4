import Testing

@testable import Folders

@Suite struct DerivedNamesTests {
    private static let everything = DerivedNames(takingIn: ["*"])

    @Test(arguments: [
        ("a.jpg_original", true), ("a.JPG_Original", true), ("a_original", false),
        ("_original", false), ("letter.txt_original", false), ("a.jpg~", true), ("a~", false),
        ("a.cr2.orig", true), ("notes.orig", false), ("a.heic.bak", true), ("a.jpg", false),
        ("original.jpg", false), ("a.tif_exiftool_tmp", true), ("@eaDir/a.jpg", true),
        ("2024/@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg", true), ("eaDir/a.jpg", false),
        ("$Recycle.Bin/S-1/a.jpg", true), ("#recycle/a.jpg", true),
        ("Catalog Previews.lrdata/0/a.jpg", true), ("lrdata/a.jpg", false),
        ("Mine.photoslibrary/resources/derivatives/0/a.jpeg", true),
        ("Mine.photoslibrary/originals/0/a.jpeg", false),
        ("resources/derivatives/a.jpg", false), ("CaptureOne/Cache/a.jpg", true),
        ("Cache/a.jpg", false), ("Originals/a.jpg", false), ("lost+found/#1", true),
    ])
    func `a path is left out by the names in it`(_ name: String, _ isLeftOut: Bool) {
        let rule = DerivedNames().rule(ofPath: "/p/" + name, below: "/p")
        #expect((rule != nil) == isLeftOut)
        #expect(Self.everything.rule(ofPath: "/p/" + name, below: "/p") == nil)
        #expect(DerivedNames().rule(ofPath: "/@eaDir/a.jpg", below: "/@eaDir") == nil)
    }

    @Test func `a watched folder is without them too`() {
        let root = WatchedRoot("/p", leavingOut: DerivedNames())
        var looked = root
        _ = looked.look()
        #expect(root.covered("/p/a.jpg") == "/p/a.jpg")
        #expect(root.covered("/p/a.jpg_original") == nil)
        #expect(root.covered("/p/@eaDir/a.jpg") == nil)
        #expect(root.covered("/p/@eaDir", isFolder: true) == nil)
        #expect(root.covered("/p/b", isFolder: true) == "/p/b")
    }
}
