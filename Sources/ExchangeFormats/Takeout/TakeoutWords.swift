import Foundation

/// Words that Google Takeout puts into file and folder names, in the languages of its pages.
enum TakeoutWords {
    /// What stands after the name of a photo that was changed in Google Photos.
    private static let edited = [
        "edited", "edit", "bearbeitet", "modifié", "modifie", "ha editado", "editado", "editada",
        "editat", "modificato", "modificata", "bewerkt", "edytowane", "edytowany", "redigerad",
        "har redigerats", "redigeret", "redigert", "muokattu", "upravené", "upraveno", "upravená",
        "szerkesztve", "szerkesztett", "отредактировано", "изменено", "измененный", "відредаговано",
        "редаговано", "редактирано", "düzenlendi", "uređeno", "urejeno", "redaguota", "rediģēts",
        "muudetud", "επεξεργασμένο", "נערך", "معدل", "संपादित", "diedit", "đã chỉnh sửa", "แก้ไขแล้ว",
        "編集済み", "已编辑", "已修改", "已編輯", "수정됨", "수정",
    ].map { $0.precomposedStringWithCanonicalMapping }

    /// The name of the photo that an edited one was made from: `IMG` of `IMG-edited`.
    ///
    /// - Parameters:
    ///   - stem: the edited photo's name, without counter and ending.
    ///   - anyWord: whether any word of letters counts, as in a language that is not known here.
    static func original(of stem: String, anyWord: Bool = false) -> String? {
        let stem = stem.precomposedStringWithCanonicalMapping
        guard let dash = stem.lastIndex(of: "-"), dash > stem.startIndex else { return nil }
        let word = stem[stem.index(after: dash)...].lowercased()
        // A name is cut at 47 characters, and the word with it.
        let isCut = stem.utf16.count >= 45 || stem.utf8.count >= 45
        let isKnown = edited.contains { $0 == word || isCut && $0.hasPrefix(word) }
        let isWord = word.count >= 2 && word.allSatisfy { $0.isLetter || $0.isWhitespace }
        return isKnown || anyWord && isWord ? String(stem[..<dash]) : nil
    }

    private static let photos = [
        "photo", "foto", "zdjęcia", "billed", "bilder", "bilde", "kuva", "fotky", "fotk", "slike",
        "фото", "снимк", "φωτογραφ", "ảnh", "képek", "fénykép", "nuotrauk", "写真", "照片", "相片",
        "사진", "תמונות", "صور", "รูปภาพ", "poze",
    ]

    /// Whether a title is that of the folder of a year, “Photos from 2024”, which Google makes
    /// for everybody and nobody named.
    static func isYear(_ title: String) -> Bool {
        let words = title.lowercased().split { $0.isWhitespace }
        let hasYear = title.split { !$0.isASCII || !$0.isNumber }.contains {
            $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20"))
        }
        return hasYear && words.count <= 4
            && words.contains { word in photos.contains { word.contains($0) } }
            && words.allSatisfy { word in
                word.count <= 4 || word.contains(where: \.isNumber)
                    || photos.contains { word.contains($0) }
            }
    }
}
