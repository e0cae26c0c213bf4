import Foundation
import PhotoRecords
import TestSupport
import Testing

/// Words as they are searched by.
struct FoldingTests {
    @Test(arguments: [
        ("Pirámides", "piramides"), ("βάρκα", "βαρκα"), ("ΒΆΡΚΑ", "βαρκα"),
        ("ναός ΝΑΟΣ", "ναοσ ναοσ"), ("ϊΐΰ ᾳ ᾷ ῥ", "ιιυ α α ρ"), ("Ёлка ёлка", "елка елка"),
        ("Йод", "йод"), ("Київ", "київ"), ("за́мок", "замок"),
        ("Straße STRASSE ẞ", "strasse strasse ss"),
        ("ﬁnal œuvre Ærø", "final oeuvre aero"), ("Łódź Đà Nẵng", "lodz da nang"),
        ("İstanbul Iğdır", "istanbul igdir"), ("ＡＢＣ　１２３", "abc 123"),
        ("ｶﾞｰﾄﾞ", "ガード"), ("がか", "がか"), ("\u{304B}\u{3099}", "が"),
        ("\u{1112}\u{1161}\u{11AB}", "한"), ("서울", "서울"),
        ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("أحمد إبراهيم", "احمد ابراهيم"),
        ("٢٠٢٤", "2024"), ("x²", "x2"), ("a\u{AD}b\u{200B}c", "abc"), ("हिन्दी", "हिन्दी"),
        ("Hawaiʻi", "hawaii"), ("", ""), ("\u{301}", ""), ("½", "1⁄2"),
    ])
    func `case, accents and width are folded in every script`(text: String, folded: String) {
        #expect(Array(Folding.folded(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test
    func `every character folds alike however it is composed, and folding again changes nothing`()
        throws
    {
        var (changed, apart) = ([UInt32](), [UInt32]())
        for number in 0..<UInt32(0x30000) {
            guard let scalar = Unicode.Scalar(number),
                ![.unassigned, .privateUse].contains(scalar.properties.generalCategory)
            else { continue }
            let text = "x" + String(scalar)
            let folded = Folding.folded(text)
            if Folding.folded(folded) != folded { changed.append(number) }
            let composed = text.precomposedStringWithCanonicalMapping
            let decomposed = text.decomposedStringWithCanonicalMapping
            if Folding.folded(composed) != Folding.folded(decomposed) { apart.append(number) }
        }
        #expect(changed == [])
        #expect(apart == [])
    }

    @Test
    func `names are the same whatever separates their words`() {
        #expect(Folding.key("L’Aquila") == "l aquila")
        #expect(Folding.key(" St.  Gallen-West ") == "st gallen west")
        #expect(Folding.key("—!?").isEmpty)
    }

    @Test
    func `letters of scripts without blanks stand apart for the index`() {
        #expect(Folding.segmented("東京Tower").split(separator: " ") == ["東", "京", "tower"])
        #expect(Folding.segmented("Red kite") == "red kite")
    }

    @Test
    func `to fold combining marks costs what grows with their number alone`() {
        let isLinear = Growth.isLinear(from: 25_000) { count in
            let text = "a" + String(repeating: "\u{301}\u{323}", count: count)
            #expect(Folding.folded(text) == "a")
        }
        #expect(isLinear)
    }
}
