/// Planes of alpha that have been decoded, by what they were decoded from, within a number of bytes:
/// where there is no room, those go that have not been asked for the longest.
public struct AlphaPlaneCache<Key: Hashable & Sendable>: Sendable {
    /// The most bytes that all planes may take together.
    public let capacity: Int
    /// The bytes that they take.
    public private(set) var byteCount = 0
    private var planes: [Key: (plane: AlphaPlane, asked: Int)] = [:]
    private var clock = 0
    /// What was asked for and when, in that order; of a plane that was asked for again the last counts.
    private var queue: [(key: Key, asked: Int)] = []
    private var head = 0

    /// An empty cache.
    ///
    /// - Parameter capacity: The most bytes that all planes may take together.
    public init(capacity: Int = 256 << 20) { self.capacity = capacity }

    /// How many planes it holds.
    public var count: Int { planes.count }

    /// The plane of a key; where there is none yet it is decoded, and kept if it fits at all.
    ///
    /// - Throws: What `decode` throws; nothing is kept then.
    public mutating func plane<Failure: Error>(
        for key: Key, decode: () throws(Failure) -> AlphaPlane
    ) throws(Failure) -> AlphaPlane {
        clock += 1
        if let plane = planes[key]?.plane {
            planes[key]?.asked = clock
            note(key)
            return plane
        }
        let plane = try decode()
        let size = plane.byteCount
        guard size <= capacity else { return plane }
        while byteCount + size > capacity, head < queue.count {
            let oldest = queue[head]
            head += 1
            guard let kept = planes[oldest.key], kept.asked == oldest.asked else { continue }
            byteCount -= kept.plane.byteCount
            planes[oldest.key] = nil
        }
        planes[key] = (plane, clock)
        note(key)
        byteCount += size
        return plane
    }

    private mutating func note(_ key: Key) {
        queue.append((key, clock))
        guard queue.count > 64, queue.count > 4 * planes.count else { return }
        queue = queue[head...].filter { planes[$0.key]?.asked == $0.asked }
        head = 0
    }
}
