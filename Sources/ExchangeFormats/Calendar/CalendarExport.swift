import OutputText
import PhotoRecords

/// An iCalendar of things to do (RFC 5545): lines of at most 75 octets, ended by CR LF.
public struct CalendarExport: Sendable {
    /// A new export.
    public init() {}

    /// The calendar.
    public func text(of todos: [ToDo]) -> String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0",
            "PRODID:-//What Is That//wit \(ProgramVersion.number)//EN",
        ]
        for todo in todos { lines += Self.lines(of: todo) }
        lines.append("END:VCALENDAR")
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    private static func lines(of todo: ToDo) -> [String] {
        var lines = [
            "BEGIN:VTODO", "UID:" + escaped(todo.identifier),
            "DTSTAMP:" + digits(todo.changed), "CREATED:" + digits(todo.created),
            "LAST-MODIFIED:" + digits(todo.changed), "SUMMARY:" + escaped(todo.summary),
        ]
        if let description = todo.description {
            lines.append("DESCRIPTION:" + escaped(description))
        }
        if let due = todo.due { lines.append("DUE;VALUE=DATE:" + digits(due)) }
        lines.append("STATUS:" + todo.status.rawValue)
        for attendee in todo.attendees where isPlain(attendee) {
            lines.append("ATTENDEE:mailto:" + attendee)
        }
        return lines + ["END:VTODO"]
    }

    /// A date or moment without its separators: `20261201`, `20261120T100000Z`.
    private static func digits(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isNumber || $0 == "T" || $0 == "Z") })
    }

    /// Text as a value has it (§3.3.11), without what steers a screen.
    private static func escaped(_ text: String) -> String {
        text.shownLines.replacing("\\", with: "\\\\").replacing(";", with: "\\;")
            .replacing(",", with: "\\,").replacing("\n", with: "\\n")
    }

    /// Whether an address may stand in a URI as it is.
    private static func isPlain(_ address: String) -> Bool {
        address.utf8.allSatisfy { octet in
            (0x21..<0x7F).contains(octet) && !"\"<>\\^`{|},;:".utf8.contains(octet)
        }
    }

    /// A line broken so that no piece is longer than 75 octets, and no character is cut (§3.1).
    static func folded(_ line: String) -> String {
        var (folded, room) = ("", 75)
        for character in line.unicodeScalars {
            let size = String(character).utf8.count
            if size > room {
                folded += "\r\n "
                room = 74
            }
            folded.unicodeScalars.append(character)
            room -= size
        }
        return folded
    }
}
