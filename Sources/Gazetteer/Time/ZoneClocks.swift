import Foundation
import PhotoRecords
import Synchronization

/// The clocks of the gazetteer's time zones, each read when it is first asked for.
final class ZoneClocks: Sendable {
    private enum Known: Sendable {
        case unread
        case none
        case read(ZoneClock)
    }

    private let zones: [String]
    private let folders: [String]
    private let known: Mutex<[Known]>

    /// - Parameter folder: Where the system's zones lie; nil for the usual places.
    init(_ zones: [String], folder: String?) {
        self.zones = zones
        let named = ProcessInfo.processInfo.environment["TZDIR"]
        folders =
            folder.map { [$0] }
            ?? (named.map { [$0] } ?? []) + [
                "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo",
            ]
        known = Mutex(Array(repeating: .unread, count: zones.count))
    }

    /// The offset of a zone by its number at a local time; nil where it is not known or no
    /// number of whole minutes.
    func offset(
        zone: Int, local: LocalDateTime
    ) -> (offset: UTCOffset, clock: DerivedValues.Clock)? {
        guard let clock = clock(zone) else { return nil }
        let found = clock.offset(local: local.secondsSince1970)
        guard found.seconds % 60 == 0 else { return nil }
        return UTCOffset(minutes: found.seconds / 60).map { ($0, found.clock) }
    }

    private func clock(_ zone: Int) -> ZoneClock? {
        guard zones.indices.contains(zone) else { return nil }
        return known.withLock { known in
            if case .unread = known[zone] {
                known[zone] = read(zones[zone]).map(Known.read) ?? .none
            }
            if case .read(let clock) = known[zone] { return clock }
            return nil
        }
    }

    private func read(_ zone: String) -> ZoneClock? {
        // An identifier of a foreign file never leads out of the folder.
        let isPlain = zone.utf8.allSatisfy {
            ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0)
                || "_-+/".utf8.contains($0)
        }
        guard isPlain, !zone.hasPrefix("/") else { return nil }
        for folder in folders {
            guard let handle = FileHandle(forReadingAtPath: folder + "/" + zone) else { continue }
            defer { try? handle.close() }
            guard let data = try? handle.read(upToCount: ZoneFile.maximumBytes) else { continue }
            if let clock = ZoneFile.clock([UInt8](data)) { return clock }
        }
        return Self.byFoundation(zone)
    }

    /// What Foundation knows of a zone, where the system has no files of them (it brings data of
    /// its own): its changes from 1900 to 2100.
    static func byFoundation(_ zone: String) -> ZoneClock? {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        var moment = Date(timeIntervalSince1970: -2_208_988_800)
        let end = Date(timeIntervalSince1970: 4_102_444_800)
        var clock = ZoneClock(
            transitions: [], offsets: [], first: zone.secondsFromGMT(for: moment))
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment,
            next < end, clock.transitions.count < 1_000
        {
            clock.transitions.append(Int(next.timeIntervalSince1970))
            clock.offsets.append(zone.secondsFromGMT(for: next))
            moment = next
        }
        return clock
    }
}
