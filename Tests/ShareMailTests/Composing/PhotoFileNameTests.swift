import PhotoRecords
import Testing

@testable import ShareMail

@Suite struct PhotoFileNameTests {
    @Test(arguments: [
        ("Red kite", "Red-kite.jpg"),
        ("Rotmilan über der Scheune", "Rotmilan-uber-der-Scheune.jpg"),
        ("../../etc/passwd", "etc-passwd.jpg"), ("a\u{202E}gpj.exe", "a-gpj-exe.jpg"),
        ("CON", "photo-CON.jpg"), ("lpt1", "photo-lpt1.jpg"), ("...", "IMG_7.jpg"),
        ("🎉", "IMG_7.jpg"), ("Красный коршун", "Krasnyj-korsun.jpg"), ("C:\\x:y", "C-x-y.jpg"),
        ("  a \n b  ", "a-b.jpg"), ("Anna's dog", "Annas-dog.jpg"),
    ])
    func `a name becomes safe characters`(name: String, file: String) {
        var record = PhotoRecord()
        record.name = name
        record.file = "/photos/IMG_7.HEIC"
        var names = PhotoFileName()
        #expect(names.next(for: record, extension: "jpg") == file)
    }

    @Test func `every name is given once, whatever the case, and none is long`() {
        var names = PhotoFileName()
        var record = PhotoRecord()
        record.name = String(repeating: "Long name ", count: 40)
        var given: Set<String> = []
        for number in 0..<120 {
            record.name =
                number.isMultiple(of: 2)
                ? record.name?.lowercased()
                : record.name?
                    .uppercased()
            let name = names.next(for: record, extension: "jpg")
            #expect(name.count <= PhotoFileName.maximumLength)
            #expect(given.insert(name.lowercased()).inserted)
        }
        #expect(names.next(for: PhotoRecord(), extension: "jpg") == "photo.jpg")
    }
}
