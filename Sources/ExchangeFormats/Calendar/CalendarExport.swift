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
        // QUIRK: who does it would be an ATTENDEE, which a calendar that is only published may not
        // have (RFC 5545 §3.8.4.1).
        lines += todo.contacts.map { "CONTACT:" + escaped($0) }
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
