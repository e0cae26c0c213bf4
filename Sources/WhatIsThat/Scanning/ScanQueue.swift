/// The files that a survey found and nobody reads yet, in the order they were found.
struct ScanQueue {
    private var files: [ScanSurvey.File] = []
    private var first = 0
    /// How many were ever added.
    private(set) var total = 0

    /// How many wait.
    var count: Int { files.count - first }

    /// Puts a file at the end.
    mutating func add(_ file: ScanSurvey.File) {
        files.append(file)
        total += 1
    }

    /// Takes so many files from the front, or all that there are.
    mutating func take(_ wanted: Int) -> [ScanSurvey.File] {
        let end = min(first + wanted, files.count)
        let taken = Array(files[first..<end])
        first = end
        // What was taken leaves the array when it is the greater part of it.
        if first > count {
            files.removeFirst(first)
            first = 0
        }
        return taken
    }

    /// Drops the files that wait.
    mutating func removeAll() {
        files.removeAll()
        first = 0
    }
}
