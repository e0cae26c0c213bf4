/// The properties in an attribute of TNEF ([MS-OXTNEF] §2.1.3.4):
///
/// ```
/// list      = count *property
/// property  = kind (16 bits) id (16 bits) [name, where id is 0x8000 or more] values
/// values    = value of fixed length | count *(length octets padding-to-4)
/// ```
///
/// Where several values stand (flag 0x1000) the first one is kept; what has no identifier of
/// ours is passed over.
struct MAPIProperties {
    private(set) var isDamaged = false
    private var found: [MAPIProperty.ID: MAPIProperty] = [:]
    private var cursor: LittleEndianCursor

    /// Reads the properties of some identifiers.
    init(_ bytes: MailOctets, in range: Range<Int>, wanted: Set<MAPIProperty.ID>) {
        cursor = LittleEndianCursor(bytes, in: range)
        guard var count = cursor.uint32() else {
            isDamaged = true
            return
        }
        // Each takes four octets at least, so a huge count ends with the data.
        while count > 0 {
            guard let property = property() else {
                isDamaged = true
                return
            }
            if wanted.contains(property.id), found[property.id] == nil {
                found[property.id] = property
            }
            count -= 1
        }
    }

    /// The property of an identifier.
    subscript(id: MAPIProperty.ID) -> MAPIProperty? { found[id] }

    private mutating func property() -> MAPIProperty? {
        guard let kindBits = cursor.uint16(), let idBits = cursor.uint16() else { return nil }
        let id = MAPIProperty.ID(rawValue: idBits)
        let kind = MAPIProperty.Kind(rawValue: kindBits & ~0x1000)
        let isMultiple = kindBits & 0x1000 != 0
        if idBits >= 0x8000, !skipName() { return nil }
        if kind.isOfStatedLength {
            guard let count = cursor.uint32() else { return nil }
            return values(count).map { MAPIProperty(id: id, kind: kind, value: $0) }
        }
        guard let length = kind.fixedLength else { return nil }
        var count = 1
        if isMultiple {
            guard let stated = cursor.uint32() else { return nil }
            count = Int(stated)
        }
        guard let all = cursor.take(length * count) else { return nil }
        let first = all.lowerBound..<(all.lowerBound + min(length, all.count))
        return MAPIProperty(id: id, kind: kind, value: first)
    }

    /// Passes over so many values; gives the first one's place.
    private mutating func values(_ count: UInt32) -> Range<Int>? {
        var first: Range<Int>?
        var left = count
        while left > 0 {
            guard let length = cursor.uint32() else { return nil }
            let value = cursor.takeUp(to: Int(length))
            // The last of a list that is cut off is given as far as it goes.
            if value.count < Int(length) { isDamaged = true }
            _ = cursor.takeUp(to: (4 - Int(length) % 4) % 4)
            first = first ?? value
            left -= 1
        }
        return first ?? cursor.index..<cursor.index
    }

    /// Passes over a property's name: a GUID, and a number or a text.
    private mutating func skipName() -> Bool {
        guard cursor.take(16) != nil, let kind = cursor.uint32(), let number = cursor.uint32()
        else { return false }
        guard kind == 1 else { return true }
        return cursor.take((Int(number) + 3) / 4 * 4) != nil
    }
}
