/// Photoshop's image resources, taken apart and put together again: those that nobody here
/// knows stay as they are (Adobe Photoshop File Formats, "Image Resource Blocks").
struct PhotoshopEditor {
    /// A resource.
    struct Resource: Equatable {
        var kind: [UInt8]
        var number: Int
        /// The Pascal string with its length byte and padding.
        var name: [UInt8]
        var data: [UInt8]
    }

    /// IPTC's data sets.
    static let iptc = 0x0404
    /// The MD5 of IPTC's data sets.
    static let digest = 0x0425

    /// The resources in order.
    var resources: [Resource] = []
    /// What follows them.
    private var rest: [UInt8] = []

    private static let kinds = ["8BIM", "PHUT", "DCSR", "AgHg"].map { Array($0.utf8) }

    /// Reads the resources; nil if the last one is cut off.
    init?(_ bytes: [UInt8]) {
        var offset = 0
        while offset + 12 <= bytes.count, Self.kinds.contains(Array(bytes[offset..<offset + 4])) {
            let name = offset + 6..<offset + 6 + (Int(bytes[offset + 6]) + 2) & ~1
            guard name.upperBound + 4 <= bytes.count else { return nil }
            let data = name.upperBound + 4
            let length = bytes[name.upperBound..<data].reduce(0) { $0 << 8 | Int($1) }
            guard data + length <= bytes.count else { return nil }
            resources.append(
                Resource(
                    kind: Array(bytes[offset..<offset + 4]),
                    number: Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5]),
                    name: Array(bytes[name]), data: Array(bytes[data..<data + length])))
            offset = min(bytes.count, data + (length + 1) & ~1)
        }
        rest = Array(bytes[offset...])
    }

    /// The resources' bytes.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        for resource in resources {
            result += resource.kind
            result += [UInt8(resource.number >> 8), UInt8(resource.number & 0xFF)] + resource.name
            let length = resource.data.count
            result += stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: length >> $0)
            }
            result += resource.data
            if length % 2 == 1 { result.append(0) }
        }
        return result + rest
    }

    /// The data of the first resource of a number.
    subscript(number: Int) -> [UInt8]? {
        get { resources.first { $0.number == number }?.data }
        set {
            guard let index = resources.firstIndex(where: { $0.number == number }) else {
                guard let newValue else { return }
                resources.append(
                    Resource(
                        kind: Array("8BIM".utf8), number: number, name: [0, 0], data: newValue))
                return
            }
            if let newValue {
                resources[index].data = newValue
            } else {
                resources.remove(at: index)
            }
        }
    }
}
