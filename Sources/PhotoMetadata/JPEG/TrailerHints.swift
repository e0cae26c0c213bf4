/// What a JPEG file says of what stands behind its picture: films, gain maps, previews. Whoever
/// knows where those begin need not read the picture through to find its end.
///
/// Three say so: the multi-picture index (CIPA DC-007 §5.2.3), Google's XMP (the offset of a
/// micro video; the directory of the Motion Photo format 1.0 and of Ultra HDR), and the trailer
/// itself where it ends with a directory (``SamsungTrailer``).
struct TrailerHints {
    /// The content of the multi-picture segment behind `MPF\0`, and where it begins in the file.
    var index: (offset: Int, size: Int)?
    /// The XMP packets, as they stand.
    var packets: [[UInt8]] = []

    /// Where the picture may end, in ascending order. A hint may be wrong: another program may have
    /// moved or cut off what it speaks of. Who asks looks whether the picture ends there.
    ///
    /// - Parameter tail: the file's last bytes.
    func ends(
        tail: [UInt8], in source: any ByteSource
    ) throws(ByteSourceError) -> [Int] {
        var ends = try pictures(in: source)
        if let trailer = try SamsungTrailer.start(tail: tail, in: source) { ends.append(trailer) }
        for packet in packets {
            ends += Self.distances(in: packet).map { source.count - $0 }
        }
        return ends.filter { $0 > 0 && $0 < source.count }.sorted()
    }

    // MARK: Multi-picture format

    private static let entryTag = 0xB002
    private static let entrySize = 16
    private static let entryLimit = 64

    /// Where the pictures behind the first begin, by the index.
    private func pictures(in source: any ByteSource) throws(ByteSourceError) -> [Int] {
        guard let index else { return [] }
        let bytes = try source.read(index.offset..<index.offset + index.size)
        guard let reader = try TIFFReader(MemorySource(bytes)),
            let directory = try reader.directory(at: reader.first),
            let entry = directory[Self.entryTag], let size = entry.size,
            size <= Self.entryLimit * Self.entrySize, entry.offset >= 0,
            entry.offset + size <= bytes.count
        else { return [] }
        let numbers = Octets(bytes, littleEndian: reader.littleEndian)
        // The first picture's own offset is 0; the others' count from the index's header.
        return stride(from: entry.offset, through: entry.offset + size - Self.entrySize, by: 16)
            .compactMap { numbers.number($0 + 8, 4) }.filter { $0 > 0 }.map { index.offset + $0 }
    }

    // MARK: XMP

    private static let microVideo = Array("MicroVideoOffset".utf8)
    private static let directory = Array(":Directory".utf8)
    private static let length = Array(":Length".utf8)
    private static let padding = Array(":Padding".utf8)

    /// How far before the file's end the picture may end. The packet is searched, not parsed:
    /// what a hint says is checked anyhow.
    static func distances(in packet: [UInt8]) -> [Int] {
        var distances = numbers(named: microVideo, in: packet)
        guard ByteSearch.contains(directory, in: packet) else { return distances }
        let lengths = numbers(named: length, in: packet)
        let padding = numbers(named: padding, in: packet).reduce(0, sum)
        let all = lengths.reduce(0, sum)
        // The first item is the picture itself, whose length may be left out or 0.
        for items in [all, all - (lengths.first ?? 0)] {
            distances += padding > 0 ? [sum(items, padding), items] : [items]
        }
        return distances
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? 0 : sum
    }

    private static let itemLimit = 64

    /// The whole numbers that stand as values of an attribute or element of a name.
    private static func numbers(named name: [UInt8], in packet: [UInt8]) -> [Int] {
        var numbers: [Int] = []
        var start = 0
        while numbers.count < itemLimit,
            let found = ByteSearch.index(of: name, in: packet, from: start)
        {
            var index = found + name.count
            start = index
            // Behind the name of an attribute or an element: ="12", = '12', >12
            while index < packet.count, index < start + 8,
                packet[index] <= 0x20 || [0x22, 0x27, 0x3D, 0x3E].contains(packet[index])
            { index += 1 }
            var value = 0
            let digits = packet[index...].prefix(12).prefix { (0x30...0x39).contains($0) }
            for digit in digits { value = value * 10 + Int(digit - 0x30) }
            if !digits.isEmpty { numbers.append(value) }
        }
        return numbers
    }
}
