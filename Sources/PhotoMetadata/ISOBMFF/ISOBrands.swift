/// The brands that a `ftyp` box names (ISO/IEC 14496-12 §4.3), and the media type they mean.
struct ISOBrands {
    /// The media type; nil if the brands are those of no photo format.
    let mediaType: String?

    private static let types: [(type: String, brands: Set<String>)] = [
        ("image/x-canon-cr3", ["crx "]),
        ("image/avif", ["avif", "avis"]),
        ("image/heic", ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]),
        ("image/heif", ["mif1", "mif2", "msf1", "miaf"]),
    ]
    private static let limit = 64

    /// Reads a file's first bytes: the `ftyp` box must be the first one.
    init(head: [UInt8]) {
        let octets = Octets(head)
        guard octets.fourCC(4) == "ftyp", let size = octets.number(0, 4), size >= 16 else {
            mediaType = nil
            return
        }
        func type(_ brand: String) -> String? {
            Self.types.first { $0.brands.contains(brand) }?.type
        }
        let compatible = stride(from: 16, to: min(size, head.count, 16 + 4 * Self.limit), by: 4)
            .map { octets.fourCC($0) }
        let major = type(octets.fourCC(8))
        if let major, major != "image/heif" {
            mediaType = major
        } else {
            // `mif1` alone says little: a coded format among the compatible brands says more.
            let others = Set(compatible.compactMap(type))
            mediaType = Self.types.map(\.type).first { others.contains($0) } ?? major
        }
    }
}
