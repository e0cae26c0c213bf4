import Files
import LearnedStrokes
import OutputText

/// Where drawn strokes come from: JSON Lines, one stroke a line (``StrokeLine``).
public enum StrokeInput: Sendable {
    /// A file at a path.
    case file(String)
    /// What stands open already and stays so, such as stdin (0), under the name that people call it by.
    case descriptor(Int32, name: String)

    /// What people call it.
    var name: String {
        switch self {
        case .file(let path): path
        case .descriptor(_, let name): name
        }
    }

    /// Hands over each line that is not blank, as a stroke or as what is wrong with it.
    ///
    /// - Parameters:
    ///   - stop: looked at before each line, and while there is none.
    ///   - take: gets the line's number from 1.
    /// - Throws: `WitError` (`not-found`, `unreadable`, `input-output`) where the input itself can't be
    ///   read.
    func forEachLine(
        _ stop: Interruption,
        _ take: (Int, Result<StrokeLine, WitError>) throws(WitError) -> Void
    ) throws(WitError) {
        var reader = try reader(stop)
        while !stop.isRequested, let line = try next(&reader) {
            switch line {
            case .tooLong:
                let fault = StrokeLine.fault("longer than \(StrokeLine.limit) bytes")
                try take(reader.number, .failure(fault))
            case .octets(let octets):
                if octets.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                // A file of learned strokes may be drawn from, too: its first line is no stroke.
                if reader.number == 1, StrokeDictionary.isHeader(octets) { continue }
                let stroke: Result<StrokeLine, WitError>
                do throws(WitError) {
                    stroke = .success(try StrokeLine(octets))
                } catch {
                    stroke = .failure(error)
                }
                try take(reader.number, stroke)
            }
        }
    }

    private func reader(_ stop: Interruption) throws(WitError) -> LineReader {
        switch self {
        case .descriptor(let number, let name):
            return LineReader(
                descriptor: number, name: name, limit: StrokeLine.limit,
                isStopped: { stop.isRequested })
        case .file(let path):
            guard FileSystem.exists(path) else {
                throw WitError(.notFound, about: .file(path), "\(path): no such file")
            }
            do throws(SystemError) {
                return try LineReader(
                    path: path, limit: StrokeLine.limit, isStopped: { stop.isRequested })
            } catch {
                throw unreadable(error)
            }
        }
    }

    private func next(_ reader: inout LineReader) throws(WitError) -> LineReader.Line? {
        do throws(SystemError) { return try reader.next() } catch { throw unreadable(error) }
    }

    private func unreadable(_ error: SystemError) -> WitError {
        WitError(
            error.isOfDisk ? .inputOutput : .unreadable, about: .file(name),
            "\(name): can't be read: \(error.reason)")
    }

    /// What is wrong with a line, by its number.
    func failure(_ line: Int, _ fault: WitError) -> WitError {
        WitError(item: "\(name), line \(line)", code: .notUnderstood, reason: fault.reason)
    }
}
