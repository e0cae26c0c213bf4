import PhotoRecords
import Synchronization

/// Which places bear a name: by the file of names, which is opened when it is first asked, or, where
/// it is not installed, by the names of the file of places alone.
final class PlaceNameIndex: Sendable {
    private let file: GazetteerFile
    private let path: String
    private let names = Mutex<NameFile??>(nil)

    /// - Parameter path: Where the file of names lies.
    init(_ file: GazetteerFile, names path: String) {
        self.file = file
        self.path = path
    }

    /// The file of names; nil where there is none that belongs to the places.
    var nameFile: NameFile? {
        names.withLock { known in
            if let known { return known }
            let found = NameFile(path: path, of: file.identity)
            known = .some(found)
            return found
        }
    }

    /// The numbers of the places of a name, by its key.
    func places(_ key: String) -> [Int] {
        if key.isEmpty { return [] }
        if let nameFile { return nameFile.places(named: key).filter { $0 < file.count } }
        return places { $0 == key }
    }

    /// The numbers of places with a name that begins so.
    func places(beginning key: String) -> [Int] {
        if key.isEmpty { return [] }
        guard let nameFile else { return places { $0.hasPrefix(key) } }
        return nameFile.places(beginning: key, names: Self.mostNames).filter { $0 < file.count }
    }

    private static let mostNames = 2_000

    /// Looks at every name of the file of places.
    private func places(_ isWanted: (String) -> Bool) -> [Int] {
        var starts: Set<Int> = []
        var start = 0
        while let (name, next) = file.name(at: start) {
            if isWanted(Folding.key(name)) { starts.insert(start) }
            start = next
        }
        return (0..<file.count).filter { starts.contains(file.nameStart($0)) }
    }
}
