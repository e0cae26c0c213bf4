/// Planes of alpha that have been decoded, by what they were decoded from, within a number of bytes:
/// where there is no room, those go that have not been asked for the longest.
public struct AlphaPlaneCache<Key: Hashable & Sendable>: Sendable {
    /// The most bytes that all planes may take together.
    public let capacity: Int
    /// The bytes that they take.
    public private(set) var byteCount = 0
    private var planes: [Key: (plane: AlphaPlane, asked: Int)] = [:]
    private var clock = 0

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
            return plane
        }
        let plane = try decode()
        let size = plane.byteCount
        guard size <= capacity else { return plane }
        while byteCount + size > capacity,
            let oldest = planes.min(by: { $0.value.asked < $1.value.asked })
        {
            byteCount -= oldest.value.plane.byteCount
            planes[oldest.key] = nil
        }
        planes[key] = (plane, clock)
        byteCount += size
        return plane
    }
}
