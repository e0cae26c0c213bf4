import Foundation
import OutputText
import WhatIsThat

/// A page's prose, which lies in a file in Markdown: what belongs to its description, and behind it
/// sections with titles of the second level.
struct ManualProse {
    /// The text as it lies there.
    let text: String
    /// What stands before the first title.
    let beginning: [ManualBlock]
    /// The sections, with their titles.
    let sections: [ManualBlock]

    init(_ text: String) {
        self.text = text
        let blocks = ManualBlock.blocks(ofMarkdown: text)
        let first = blocks.firstIndex {
            if case .heading = $0 { true } else { false }
        }
        beginning = Array(blocks[..<(first ?? blocks.endIndex)])
        sections = Array(blocks[(first ?? blocks.endIndex)...])
    }

    /// The prose of a page; none where there is no such file.
    static func prose(of page: String, in pages: URL) throws(WitError) -> ManualProse {
        let file = pages.appending(path: page + ".md")
        let isThere = FileManager.default.fileExists(atPath: file.path)
        return ManualProse(isThere ? try text(of: file) : "")
    }

    /// A file's text.
    ///
    /// - Throws: a `WitError` that names the file where it cannot be read.
    static func text(of file: URL) throws(WitError) -> String {
        guard let data = FileManager.default.contents(atPath: file.path),
            let text = String(validating: data, as: UTF8.self)
        else { throw WitError(item: file.path, reason: "can't be read as text in UTF-8") }
        return text
    }
}
