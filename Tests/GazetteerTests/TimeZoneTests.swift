import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import Gazetteer

/// The offset of a place's clocks at a local time.
struct TimeZoneTests {
    private static func offset(_ zone: String, _ local: String) throws -> (
        Int, DerivedValues.Clock
    )? {
        let path = try #require(InstalledGazetteer.path(environment: [:]), "no file of places")
        let found = try PlaceDirectory(path: path).offset(
            in: zone, local: try #require(LocalDateTime(iso: local)))
        return found.map { ($0.offset.minutes, $0.clock) }
    }

    @Test(arguments: [
        ("Europe/Paris", "2024-05-01T10:22:33", 120), ("Europe/Paris", "2024-12-01T10:00", 60),
        ("Europe/Paris", "1975-07-01T12:00", 60), ("Europe/Paris", "1942-07-01T12:00", 120),
        ("Europe/London", "1970-01-15T12:00", 60), ("Asia/Kolkata", "2000-01-01T00:00", 330),
        ("Asia/Kathmandu", "2020-01-01T00:00", 345),
        ("America/New_York", "2006-04-01T12:00", -300),
        ("America/New_York", "2007-04-01T12:00", -240),
        ("Australia/Adelaide", "2024-01-01T12:00", 630),
        ("Australia/Adelaide", "2024-07-01T12:00", 570),
        ("Pacific/Apia", "2011-12-29T12:00", -600),
        ("Pacific/Apia", "2011-12-31T12:00", 840), ("Europe/Berlin", "2099-07-01T12:00", 120),
        ("America/Sao_Paulo", "2100-01-01T12:00", -180),
        ("Africa/Casablanca", "2024-03-20T12:00", 0),
        ("Africa/Casablanca", "2024-05-01T12:00", 60),
        ("America/St_Johns", "2024-07-01T12:00", -150),
    ])
    func `offsets follow the clocks through the years`(zone: String, local: String, minutes: Int)
        throws
    {
        let found = try #require(try Self.offset(zone, local))
        #expect(found.0 == minutes)
        #expect(found.1 == .plain)
    }

    @Test(arguments: [
        ("Europe/Paris", "2024-10-27T02:30", 120, DerivedValues.Clock.twice),
        ("Europe/Paris", "2024-10-27T02:00", 120, .twice),
        ("Europe/Paris", "2024-10-27T01:59:59", 120, .plain),
        ("Europe/Paris", "2024-10-27T03:00", 60, .plain),
        ("Europe/Paris", "2024-03-31T02:30", 60, .skipped),
        ("Europe/Paris", "2024-03-31T02:00", 60, .skipped),
        ("Europe/Paris", "2024-03-31T01:59:59", 60, .plain),
        ("Europe/Paris", "2024-03-31T03:00", 120, .plain),
        ("Europe/Berlin", "2087-10-26T02:30", 120, .twice),
        ("America/New_York", "2024-11-03T01:30", -240, .twice),
        ("America/New_York", "2024-03-10T02:30", -300, .skipped),
        ("Pacific/Apia", "2011-12-30T12:00", -600, .skipped),
        ("Australia/Adelaide", "2024-04-07T02:45", 630, .twice),
    ])
    func `a time shown twice is the first one, a time left out has the offset from before`(
        zone: String, local: String, minutes: Int, clock: DerivedValues.Clock
    ) throws {
        let found = try #require(try Self.offset(zone, local))
        #expect(found.0 == minutes)
        #expect(found.1 == clock)
    }

    @Test
    func `a local mean time with seconds, and offsets beyond 14 hours, are unknown`() throws {
        #expect(try Self.offset("Europe/Paris", "1890-06-01T12:00") == nil)
        #expect(try Self.offset("Europe/Amsterdam", "1880-06-01T12:00") == nil)
        #expect(try Self.offset("Asia/Manila", "1800-01-01T12:00") == nil)
        #expect(try Self.offset("No/Such_Zone", "2024-01-01T12:00") == nil)
    }

    @Test
    func `a file's footer tells what holds after its last change`() throws {
        let rule = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3".utf8))
        #expect(rule.offset(at: 1_700_000_000) == 3600)
        #expect(rule.offset(at: 1_720_000_000) == 7200)
        // 2024-03-31T01:00:00Z and 2024-10-27T01:00:00Z.
        #expect(rule.offset(at: 1_711_846_799) == 3600)
        #expect(rule.offset(at: 1_711_846_800) == 7200)
        #expect(rule.offset(at: 1_729_990_799) == 7200)
        #expect(rule.offset(at: 1_729_990_800) == 3600)
        #expect(ZoneRule("<-03>3".utf8)?.offset(at: 0) == -10_800)
        #expect(ZoneRule("<+0530>-5:30".utf8)?.offset(at: 0) == 19_800)
        let south = try #require(ZoneRule("AEST-10AEDT,M10.1.0,M4.1.0/3".utf8))
        #expect(south.offset(at: 1_704_067_200) == 39_600)
        #expect(south.offset(at: 1_719_792_000) == 36_000)
        // A summer time before midnight and after the end of a day, a day of the year.
        #expect(ZoneRule("EET-2EEST,M3.4.4/50,M10.4.4/50".utf8) != nil)
        #expect(ZoneRule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0".utf8) != nil)
        #expect(ZoneRule("IST-2IDT,J60/2,300".utf8) != nil)
        for broken in [
            "", "C-1", "CET", "CET-1CEST,", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0",
            "<CET-1", "CET-999",
        ] {
            #expect(ZoneRule(broken.utf8) == nil, "\(broken)")
        }
    }

    @Test
    func `damaged time zone files are ignored and never crash`() throws {
        let path = "/usr/share/zoneinfo/Europe/Paris"
        let zones = Requirement(.tools, "the system's time zones (tzdata)") {
            FileManager.default.fileExists(atPath: path)
        }
        guard try zones.isMet else { return }
        let data = try Data(contentsOf: URL(filePath: path))
        let whole = [UInt8](data)
        let sound = try #require(ZoneFile.clock(whole))
        for length in 0..<whole.count - 1 where length % 7 == 0 {
            _ = ZoneFile.clock(Array(whole.prefix(length)))
        }
        var generator = SplitMix(state: 11)
        var different = 0
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            let clock = ZoneFile.clock(bytes)
            if clock != sound { different += 1 }
            if let clock { _ = clock.offset(local: 1_720_000_000) }
        }
        #expect(different > 500)
    }

    @Test
    func `Foundation's own zones stand in where the system has no files`() throws {
        let clock = try #require(ZoneClocks.byFoundation("Europe/Paris"))
        let summer = try #require(LocalDateTime(iso: "2024-05-01T10:22:33")).secondsSince1970
        #expect(clock.offset(local: summer).seconds == 7200)
        let winter = try #require(LocalDateTime(iso: "1999-12-24T10:22:33")).secondsSince1970
        #expect(clock.offset(local: winter).seconds == 3600)
    }

    @Test(.needs(.tool("python3")))
    func `offsets are those of Python's zoneinfo`() throws {
        let python = try #require(Program.installed("python3"))
        let path = try #require(InstalledGazetteer.path(environment: [:]), "no file of places")
        let gazetteer = try PlaceDirectory(path: path)
        var generator = SplitMix(state: 3)
        var questions: [(zone: String, local: LocalDateTime)] = []
        let first = try #require(LocalDateTime(iso: "1900-01-01T00:00:00")).secondsSince1970
        let last = try #require(LocalDateTime(iso: "2037-12-31T23:59:59")).secondsSince1970
        for _ in 0..<1_000 {
            let place = try #require(
                gazetteer.named(Int.random(in: 0..<gazetteer.count, using: &generator)))
            let zone = try #require(place.timeZone)
            for _ in 0..<3 {
                let second = Int.random(in: first...last, using: &generator)
                questions.append((zone, try #require(LocalDateTime(secondsSince1970: second))))
            }
        }
        let script = """
            import sys, datetime, zoneinfo
            for line in sys.stdin:
                zone, local = line.split()
                try:
                    zone = zoneinfo.ZoneInfo(zone)
                except Exception:
                    print("?")
                    continue
                offset = datetime.datetime.fromisoformat(local).replace(tzinfo=zone).utcoffset()
                print(int(offset.total_seconds()))
            """
        let lines = questions.map { "\($0.zone) \($0.local.iso)\n" }.joined()
        let outcome = try python(["-c", script], input: Array(lines.utf8))
        try #require(outcome.status == 0, "\(outcome.errors)")
        try #require(outcome.lines.count == questions.count)
        if outcome.lines.allSatisfy({ $0 == "?" }) { return }
        var known = 0
        for (question, line) in zip(questions, outcome.lines) {
            guard let seconds = Int(line) else { continue }
            let found = gazetteer.offset(in: question.zone, local: question.local)
            let expected = seconds % 60 == 0 && abs(seconds) <= 14 * 3600 ? seconds / 60 : nil
            #expect(found?.offset.minutes == expected, "\(question.zone) \(question.local.iso)")
            known += expected == nil ? 0 : 1
        }
        print("time zones: \(questions.count) readings compared with Python's, \(known) known")
    }
}
