/// A marker of a JPEG file, with the parameters that follow it if it has any (ITU-T T.81 §B.1.1.4).
package struct JPEGSegment: Equatable, Sendable {
    /// How much of a segment there is.
    package enum Form: Equatable, Sendable {
        /// A marker that has no parameters.
        case standalone
        /// All of its parameters are there.
        case whole
        /// Its length of 0 or 1 is less than the two bytes of the length itself.
        case short(length: Int)
        /// The bytes end within its length.
        case endsInLength
        /// The bytes end within its parameters.
        case endsInPayload
    }

    /// Its marker.
    package let marker: JPEGMarker
    /// The offset of the marker's 0xFF, behind all fill bytes.
    package let offset: Int
    /// How many bytes that belong to no segment were passed over to get here, fill bytes not counted.
    package let stray: Int
    /// Where its parameters lie, behind the length: up to 65,533 bytes, beyond the end of the bytes
    /// where they end within, and none where ``form`` says that there are none.
    package let payload: Range<Int>
    /// How much of it there is.
    package let form: Form
}
