import OutputText
import Pictures
import Synchronization

/// The maps drawn last: a share that is split into several mails is composed more than once until
/// its mails are short enough.
enum DrawnMaps {
    private static let most = 8
    private static let drawn = Mutex<[(pins: [LocatorMap.Pin], hasTowns: Bool, png: [UInt8])]>([])

    /// The picture of a map of pins, drawn where it is not there yet.
    static func png(
        of pins: [LocatorMap.Pin], hasTowns: Bool,
        drawing: () throws(WitError) -> [UInt8]
    ) throws(WitError) -> [UInt8] {
        if let known = drawn.withLock({
            $0.first { $0.pins == pins && $0.hasTowns == hasTowns }?.png
        }) {
            return known
        }
        let png = try drawing()
        drawn.withLock { drawn in
            drawn.append((pins, hasTowns, png))
            if drawn.count > most { drawn.removeFirst() }
        }
        return png
    }
}
