import CatalogDatabase
import Foundation
import MIMEMessage
import PhotoRecords

/// Times what our libraries do, for the comparison that `make bench` prints.
///
/// ```
/// wit-bench parse FILE N    parse the message and decode every part, N times
/// wit-bench build FILE N    build a message of the same text and attachments, N times
/// wit-bench decode-foundation|decode-table|decode-vector FILE N
///                           decode the message's longest base64 body, N times, by Foundation, by
///                           the library's table and by its vectors
/// wit-bench catalog FILE N  make a catalog of N photos
/// wit-bench find FILE WORDS LAT,LON KM YEAR
///                           the first page of a query on a catalog
/// wit-bench hits FILE N     touch the shapes of a file of peer-hits, the best of N rounds
/// wit-bench strokes FILE N  recognise N of the strokes that make-drawn-strokes made
/// ```
///
/// Those on messages print megabytes (1,000,000 bytes) of message per second, `find`
/// milliseconds, `strokes` strokes per second.
@main
enum WitBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if try otherWork(Array(arguments)) { return }
        guard arguments.count == 3, let work = arguments.first.flatMap(Work.init(rawValue:)),
            let path = arguments.dropFirst().first, let turns = arguments.last.flatMap({ Int($0) }),
            turns > 0
        else {
            FileHandle.standardError.write(Data("usage: wit-bench WORK FILE N\n".utf8))
            exit(2)
        }
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        var checksum = 0
        let clock = ContinuousClock()
        if let decoder = Base64Work(rawValue: work.rawValue) {
            return decoder.run(MailMessage(parsing: bytes), turns)
        }
        let message = MailMessage(parsing: bytes)
        let leaves = message.leafParts.map { ($0, $0.decodedBody()) }
        let headed = head(of: message)
        let elapsed = try clock.measure {
            for _ in 0..<turns {
                switch work {
                case .parse: checksum += parse(bytes)
                case .build: checksum += try build(headed, leaves)
                default: break
                }
            }
        }
        let rate = Double(bytes.count) * Double(turns) / (elapsed / .seconds(1)) / 1_000_000
        print("\(rate.formatted(.number.precision(.fractionLength(1)).grouping(.never))) MB/s")
        if checksum == 0 { print("nothing was done") }
    }

    enum Work: String {
        case parse, build
        case foundation = "decode-foundation"
        case table = "decode-table"
        case vector = "decode-vector"
    }

    private static func otherWork(_ arguments: [String]) throws -> Bool {
        if arguments.count == 3, arguments[0] == "catalog", let count = Int(arguments[2]) {
            var maker = CatalogMaker()
            try maker.make(arguments[1], count: count)
            return true
        }
        if arguments.count == 3, arguments[0] == "strokes", let count = Int(arguments[2]), count > 0
        {
            try StrokeTiming.run(arguments[1], count: count)
            return true
        }
        if arguments.count == 3, arguments[0] == "hits", let rounds = Int(arguments[2]), rounds > 0
        {
            try HitTiming.read(arguments[1]).run(rounds)
            return true
        }
        guard arguments.count == 6, arguments[0] == "find" else { return false }
        let numbers = (arguments[3] + "," + arguments[4]).split(separator: ",").map(Double.init)
        guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
            let kilometres = numbers[2],
            let center = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        try FindTiming.run(
            arguments[1], words: arguments[2].split(separator: " ").map(String.init),
            near: .init(center, kilometres: kilometres),
            since: Int(arguments[5]).flatMap { LocalDateTime(year: $0, month: 1, day: 1) })
        return true
    }

    static func parse(_ bytes: [UInt8]) -> Int {
        MailMessage(parsing: bytes).leafParts.reduce(0) { $0 + $1.decodedBody().count }
    }

    /// A builder with the message's addresses, subject and date: reading those is no building.
    static func head(of message: MailMessage) -> MIMEBuilder {
        var builder = MIMEBuilder(body: .mixed([]))
        builder.from = message.from
        builder.to = message.to
        builder.subject = message.subject
        builder.date = message.date
        return builder
    }

    static func build(_ headed: MIMEBuilder, _ leaves: [(MIMEPart, [UInt8])]) throws -> Int {
        var parts: [MIMEBody] = []
        for (part, octets) in leaves {
            if part.contentType.isText && !part.isAttachment {
                parts.append(.plainText(String(decoding: octets, as: UTF8.self)))
            } else {
                parts.append(
                    .attachment(octets, type: part.contentType, fileName: part.fileName))
            }
        }
        var builder = headed
        builder.body = .mixed(parts)
        return try builder.build().count
    }
}
