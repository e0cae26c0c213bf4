import JSON
import PhotoRecords

/// A hash of a value that stays the same from one run and version to the next: what a file or a
/// mail said is remembered by it, so that saying it again does nothing.
///
/// FNV-1a over 64 bits, mixed once at the end. It guards against nothing but forgetting: who
/// makes two values collide only keeps his own second value from being noticed.
struct FieldHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Takes a text in, with its end.
    mutating func take(_ text: String?) {
        guard let text else { return mix(0xFF) }
        for byte in text.utf8 { mix(UInt64(byte)) }
        mix(0xFE)
    }

    /// Takes a number in.
    mutating func take(_ number: Int?) {
        guard let number else { return mix(0xFF) }
        mix(UInt64(bitPattern: Int64(number)))
        mix(0xFD)
    }

    /// Takes a number in.
    mutating func take(_ number: Double?) {
        guard let number else { return mix(0xFF) }
        mix((number == 0 ? 0 : number).bitPattern)
        mix(0xFC)
    }

    private mutating func mix(_ value: UInt64) {
        state = (state ^ value) &* 0x100_0000_01b3
        state ^= state >> 29
    }

    /// The hash of all that was taken in.
    var value: Int64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return Int64(bitPattern: mixed ^ (mixed >> 33))
    }

    /// The hash of a record's value, where it came from left out; nil where there is no value.
    static func of(_ field: RecordField, in record: PhotoRecord) -> Int64? {
        var hash = FieldHash()
        switch field {
        case .name:
            guard let name = record.name else { return nil }
            hash.take(name)
        case .caption:
            guard let caption = record.caption else { return nil }
            hash.take(caption)
        case .keywords:
            guard !record.keywords.isEmpty else { return nil }
            for keyword in record.keywords { hash.take(keyword) }
        case .people:
            guard !record.people.isEmpty else { return nil }
            for person in record.people { hash.take(person) }
        case .taken:
            guard let taken = record.taken else { return nil }
            hash.take(taken.local.secondsSince1970)
            hash.take(taken.local.time?.fraction)
            hash.take(taken.offset?.minutes)
        case .location:
            guard let location = record.location else { return nil }
            hash.take(location)
        case .regions:
            guard !record.regions.isEmpty else { return nil }
            hash.take(JSONText.of(.array(record.regions.map(\.json))))
        case .camera:
            guard let camera = record.camera, !camera.isEmpty else { return nil }
            hash.take(camera.make)
            hash.take(camera.model)
            hash.take(camera.lens)
        }
        return hash.value
    }

    private mutating func take(_ location: Location) {
        take(location.coordinate?.latitude)
        take(location.coordinate?.longitude)
        take(location.altitude)
        take(location.direction)
        take(location.accuracy)
        take(location.place?.name)
        take(location.place?.region)
        take(location.place?.country)
    }
}
