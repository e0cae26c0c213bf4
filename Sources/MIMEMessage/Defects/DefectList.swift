import OutputText

/// Defects as they are found, no more of them than the limit.
struct DefectList: Sendable {
    private(set) var defects: [MIMEDefect] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Notes a defect; when the limit is met, that is the last one.
    mutating func note(
        _ severity: MIMEDefect.Severity, _ code: MIMEDefect.Code, at offset: Int,
        _ message: @autoclosure () -> String
    ) {
        guard defects.count <= limit else { return }
        if defects.count == limit {
            defects.append(
                MIMEDefect(
                    .error, .defectLimit, at: offset,
                    "There are more than \(limit) defects; the rest is not listed."))
        } else {
            defects.append(MIMEDefect(severity, code, at: offset, message()))
        }
    }

    /// Notes defects at their own places.
    mutating func note(_ others: [MIMEDefect]) {
        for other in others { note(other.severity, other.code, at: other.offset, other.message) }
    }

    /// Notes the defects of a message inside this one, at that one's place.
    mutating func note(_ others: [MIMEDefect], at offset: Int) {
        for other in others { note(other.severity, other.code, at: offset, other.message) }
    }
}
