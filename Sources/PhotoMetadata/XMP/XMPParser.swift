import TextCleaning
import XML

/// Hands the elements and texts of an XMP packet to a builder. This is in the way of every scan, and
/// looks at the namespaces that matter only.
enum XMPParser {
    /// Parses a packet as far as it is well-formed XML.
    static func parse(_ packet: ArraySlice<UInt8>, into builder: XMPBuilder) {
        let events = Events(builder)
        // A packet is UTF-8 by now, whatever it declares.
        let outcome = packet.withUnsafeBytes { XMLDriver.read($0, isUTF8: true, to: events) }
        if let outcome, !outcome.isSound { builder.noteDamage() }
    }

    private final class Events: XMLEvents {
        private let builder: XMPBuilder
        // libxml2 keeps one copy of each URI while it parses: its address stands for it.
        private var spaces: [(uri: UnsafePointer<UInt8>, space: XMPNamespace?)] = []

        init(_ builder: XMPBuilder) { self.builder = builder }

        func cut(_ cut: XMLCensus.Cut) {
            if cut == .crowded { builder.noteCrowdedTag() }
        }

        func documentType() { builder.noteDocumentType() }

        func start(
            _ name: UnsafePointer<UInt8>, in space: UnsafePointer<UInt8>?,
            _ attributes: XMLAttributes
        ) -> Bool {
            builder.start(
                ForeignText.cleaned(String(cString: name)), in: self.space(space),
                attributes: known(attributes))
        }

        func end(_ name: UnsafePointer<UInt8>) { builder.end() }

        func text(_ piece: UnsafeBufferPointer<UInt8>) {
            guard builder.wantsText else { return }
            builder.append(String(decoding: piece, as: UTF8.self))
        }

        private func space(_ uri: UnsafePointer<UInt8>?) -> XMPNamespace? {
            guard let uri else { return nil }
            if let known = spaces.first(where: { $0.uri == uri }) { return known.space }
            let space = XMPNamespace(uri: String(cString: uri))
            if spaces.count < 64 { spaces.append((uri, space)) }
            return space
        }

        /// The attributes of namespaces that matter.
        private func known(_ attributes: XMLAttributes) -> [XMPAttribute] {
            var result: [XMPAttribute] = []
            for index in 0..<attributes.count {
                guard let attribute = attributes[index], let space = space(attribute.space) else {
                    continue
                }
                result.append(
                    XMPAttribute(space: space, name: attribute.name, value: attribute.value))
            }
            return result
        }
    }
}

/// An attribute of a namespace that matters.
struct XMPAttribute {
    let space: XMPNamespace
    let name: String
    let value: String
}
