import PhotoRecords
import XML

/// Writes keywords into an XMP packet and keeps the lists of programs that order them in trees
/// in step, where they are there: digiKam's, Lightroom's, Microsoft's, Media Pro's.
struct XMPKeywordUpdater {
    let record: PhotoRecord
    let former: PhotoRecord

    /// A list of keywords with the way that leads to each.
    private struct Tree {
        let uri: String
        let names: [String]
        let separator: Character
    }

    private static let trees = [
        Tree(uri: XMPNamespace.digiKam.uri, names: ["TagsList"], separator: "/"),
        Tree(
            uri: XMPNamespace.lr.uri, names: ["hierarchicalSubject", "HierarchicalSubject"],
            separator: "|"),
        Tree(
            uri: "http://ns.microsoft.com/photo/1.0/", names: ["LastKeywordXMP"], separator: "/"),
        Tree(
            uri: "http://ns.microsoft.com/photo/1.0", names: ["LastKeywordXMP"], separator: "/"),
        Tree(
            uri: "http://ns.iview-multimedia.com/mediapro/1.0/", names: ["CatalogSets"],
            separator: "|"),
    ]

    /// Makes the packet list the record's keywords.
    func apply(to document: XMPDocument, _ story: XMPFragment) {
        guard former.keywords != record.keywords else { return }
        document.put(["dc:subject"], of: story)
        let removed = Set(former.keywords).subtracting(record.keywords)
        for tree in Self.trees {
            for name in tree.names {
                if let element = document.property(name, ofURI: tree.uri) {
                    keep(element, tree, name, without: removed, document)
                }
            }
        }
    }

    /// Takes the ways to keywords that are gone out of a list, and adds those that it lacks.
    private func keep(
        _ element: XMLElement, _ tree: Tree, _ name: String, without removed: Set<String>,
        _ document: XMPDocument
    ) {
        func leaf(_ way: String) -> String {
            way.split(separator: tree.separator).last.map { $0.trimmingPrefix(" ") }
                .map { String($0).trimmed } ?? way
        }
        guard let array = element.array else { return }
        array.removeElements { removed.contains(leaf($0.text)) }
        // Any part of a way counts: Lightroom lists the parents of a keyword with it.
        let known = Set(
            element.items.flatMap { $0.text.split(separator: tree.separator).map(String.init) })
        for keyword in record.keywords
        where !known.contains(keyword) && !former.keywords.contains(keyword) {
            let item = XMLElement(prefix: array.prefix, name: "li", uri: XMPNamespace.rdf.uri)
            item.children = [.text(keyword)]
            array.children.append(.element(item))
        }
        if element.items.isEmpty { document.remove(name, ofURI: tree.uri) }
    }
}
