import Synchronization
import TestSupport
import Testing

@testable import ExchangeFormats

@Suite struct TakeoutPairingTests {
    private func pair(
        _ names: [String], titles: [String: String] = [:]
    ) -> TakeoutPairing {
        TakeoutPairing(names) { titles[$0] }
    }

    /// A photo's name and the name of its JSON, as exports have them.
    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg.json"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_20240501_102233.jpg", "IMG_20240501_102233.jpg.supplemental-metada.json"),
        ("PXL_20230101_123456789.MP.jpg", "PXL_20230101_123456789.MP.jpg.supplemental-met.json"),
        (
            "123456789123456789123456789123456789_D98.JPG",
            "123456789123456789123456789123456789_D98.JPG.su.json"
        ),
        (
            "123456789123456789123456789123456789_D0098.JPG",
            "123456789123456789123456789123456789_D0098.JPG.json"
        ),
        (
            "1234567891234567891234567891234567_D0098.JPG",
            "1234567891234567891234567891234567_D0098.JPG..json"
        ),
        (
            "1234567891234567891234567891234567_D0098.JPG",
            "1234567891234567891234567891234567_D0098.JPG.s.json"
        ),
        // The photo's own name is cut off, in the ending or before it.
        (
            "Urlaub in Knaufspesch in der Schneifel (38).JPG",
            "Urlaub in Knaufspesch in der Schneifel (38).JP.json"
        ),
        (
            "urlhttp3A2F2Fmedia.tumblr.com2Fa0f44e7a5ab05.jpg",
            "urlhttp3A2F2Fmedia.tumblr.com2Fa0f44e7a5ab05.j.json"
        ),
        (
            "123456789123456789123456789123456789_DSCN0091.JPG",
            "123456789123456789123456789123456789_DSCN0091.JP.supplemental-meta.json"
        ),
        (
            "Käsekuchen mit Äpfeln und Birnen und Öl und Wein.jpg",
            "Käsekuchen mit Äpfeln und Birnen und Öl und We.json"
        ),
        // Counters stand behind the whole.
        ("IMG_1(1).jpg", "IMG_1.jpg(1).json"),
        ("IMG_1(12).jpg", "IMG_1.jpg.supplemental-metadata(12).json"),
        ("IMG_20240501_102233(2).jpg", "IMG_20240501_102233.jpg.supplemental-metada(2).json"),
        ("IMG_1(1).jpg", "IMG_1(1).jpg.json"),
        ("IMG_1(1).jpg", "IMG_1(1).jpg.supplemental-metadata.json"),
        (
            "123456789123456789123456789123456789_DSCN0091(1).JPG",
            "123456789123456789123456789123456789_DSCN0091.(1).json"
        ),
        // No ending, and another one.
        ("IMG_1.jpg", "IMG_1.json"), ("IMG_1.jpg", "IMG_1.HEIC.json"),
        ("IMG_1.JPG", "IMG_1.jpg.json"),
        // Edited, in several languages, also cut off.
        ("IMG_1-edited.jpg", "IMG_1.jpg.json"), ("IMG_1-bearbeitet.jpg", "IMG_1.jpg.json"),
        ("IMG_1-modifié.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1-editado.jpg", "IMG_1.jpg.json"), ("IMG_1-ha editado.jpg", "IMG_1.jpg.json"),
        ("IMG_1-編集済み.jpg", "IMG_1.jpg.json"), ("IMG_1-edited(2).jpg", "IMG_1.jpg(2).json"),
        ("IMG_1-edited.jpg", "IMG_1.HEIC.json"),
        ("IMG_1-gzxv.jpg", "IMG_1.jpg.json"),
        (
            "123456789123456789123456789123456789_DSCN0091-ha edit.JPG",
            "123456789123456789123456789123456789_DSCN0091.JP.supplemental-meta.json"
        ),
    ])
    func `a photo finds its JSON by name`(photo: String, sidecar: String) {
        let pairing = pair([photo, sidecar])
        #expect(pairing.sidecars[photo] == sidecar)
        #expect(pairing.lonePictures.isEmpty)
        #expect(pairing.loneSidecars.isEmpty)
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_2.jpg.json"), ("IMG_1(1).jpg", "IMG_1.jpg.json"),
        ("IMG_1.jpg", "IMG_1.jpg(1).json"), ("IMG_10.jpg", "IMG_1.jpg.json"),
        ("IMG_1-2.jpg", "IMG_1.jpg.json"), ("IMG_1234567890.jpg", "IMG_123456789.json"),
        ("IMG_1.jpg", "metadata.json"),
    ])
    func `what only looks alike stays apart`(photo: String, sidecar: String) {
        let pairing = pair([photo, sidecar])
        #expect(pairing.sidecars.isEmpty)
        #expect(pairing.lonePictures == [photo])
        #expect(pairing.loneSidecars == [sidecar])
    }

    @Test func `equal names are told apart by their counters`() {
        let names = [
            "a.jpg", "a(1).jpg", "a(1)(1).jpg", "a-edited.jpg", "a-edited(1).jpg", "a.jpg.json",
            "a.jpg(1).json", "a(1).jpg(1).json",
        ]
        let pairing = pair(names)
        #expect(
            pairing.sidecars == [
                "a.jpg": "a.jpg.json", "a(1).jpg": "a.jpg(1).json",
                "a(1)(1).jpg": "a(1).jpg(1).json", "a-edited.jpg": "a.jpg.json",
                "a-edited(1).jpg": "a.jpg(1).json",
            ])
        #expect(pairing.loneSidecars.isEmpty)
    }

    @Test func `names that differ after the cut are told apart by their titles`() {
        let stem = "A very long name that a photo got from someone"
        let (one, two) = (stem + "1.jpg", stem + "2.jpg")
        let (first, second) = (stem + ".json", stem + "(1).json")
        let pairing = pair(
            [one, two, first, second], titles: [first: two, second: one])
        #expect(pairing.sidecars == [one: second, two: first])
    }

    @Test func `each JSON is read once, however many photos it may belong to`() {
        let stem = "A very long name that a photo got from someone"
        let photos = (0..<40).map { stem + "\($0).jpg" }
        let sidecars = (0..<40).map { stem + ($0 == 0 ? "" : "(\($0))") + ".json" }
        let reads = Mutex<[String: Int]>([:])
        let titles = Dictionary(uniqueKeysWithValues: zip(sidecars, photos.reversed()))
        let pairing = TakeoutPairing(photos + sidecars) { name in
            reads.withLock { $0[name, default: 0] += 1 }
            return titles[name]
        }
        #expect(
            pairing.sidecars
                == Dictionary(uniqueKeysWithValues: zip(photos.reversed(), sidecars)))
        #expect(reads.withLock { $0.values.max() } == 1)
    }

    @Test func `a folder of names that are all cut alike costs no more for each`() {
        let stem = "A very long name that a photo got from someone"
        let isLinear = Growth.isLinear(from: 250) { size in
            let photos = (0..<size).map { stem + "\($0).jpg" }
            let sidecars = (0..<size).map { stem + "(\($0 + 1)).json" }
            #expect(TakeoutPairing(photos + sidecars) { _ in nil }.sidecars.isEmpty)
        }
        #expect(isLinear)
    }

    @Test(arguments: [
        ("Ben & Anna's.jpg", "Ben _ Anna_s.jpg"), ("Ben &amp; Anna&#39;s.jpg", "Ben _ Anna_s.jpg"),
        ("Ben & Anna's.jpg", "Ben _amp_ Anna_39_s.jpg"), ("who?.jpg", "who_.jpg"),
        ("cafe\u{301}.jpg", "caf\u{e9}.jpg"),
    ])
    func `a title is the name that the disk allows`(title: String, photo: String) {
        let pairing = pair([photo, "x.json"], titles: ["x.json": title])
        #expect(pairing.sidecars == [photo: "x.json"])
    }

    @Test func `a film beside a photo is not a photo, and shares the photo's JSON`() {
        let pairing = pair(["IMG_1.HEIC", "IMG_1.MP4", "IMG_1.HEIC.json", "a.mp4", "a.mp4.json"])
        #expect(pairing.sidecars["IMG_1.HEIC"] == "IMG_1.HEIC.json")
        #expect(pairing.videoCount == 2)
        #expect(pairing.lonePictures.isEmpty)
        #expect(pairing.loneSidecars.isEmpty)
    }

    @Test(arguments: [
        "Photos from 2024", "Fotos von 2024", "Photos de 2019", "Foto del 2020", "Fotos de 2001",
        "Foto's uit 2024", "Zdjęcia z 2024", "Billeder fra 2024", "Фото за 2024", "2024年の写真",
    ])
    func `folders of years are not albums`(title: String) {
        #expect(TakeoutWords.isYear(title))
    }

    @Test(arguments: ["Italien 2024", "Photos", "Anna's wedding photos 2024", "Summer", "2024"])
    func `albums are not mistaken for years`(title: String) {
        #expect(!TakeoutWords.isYear(title))
    }
}
