private import CLibXML2
import TextCleaning
import XML

/// Hands the elements and texts of an XMP packet to a builder. Beside `XMLReader` the one place
/// that knows libxml2: this one is in the way of every scan, and looks at the namespaces that
/// matter only.
///
/// No entity is ever declared or expanded and nothing is loaded: a document type declaration ends
/// the parse.
enum XMPParser {
    /// Parses a packet as far as it is well-formed XML.
    static func parse(_ packet: ArraySlice<UInt8>, into builder: XMPBuilder) {
        _ = ready
        packet.withUnsafeBytes { packet in
            let verdict = XMLCensus.verdict(on: packet)
            if verdict.cut == .crowded { builder.noteCrowdedTag() }
            guard let start = packet.baseAddress?.assumingMemoryBound(to: CChar.self),
                let context = xmlCreateMemoryParserCtxt(start, Int32(clamping: verdict.count))
            else { return }
            let session = Session(builder, context)
            // A packet is UTF-8 by now, whatever it declares.
            xmlCtxtUseOptions(
                context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
            context.pointee.sax.pointee = handler
            // The session outlives the parse: it is held until the end of this closure.
            context.pointee.userData = Unmanaged.passUnretained(session).toOpaque()
            let result = xmlParseDocument(context)
            if result != 0 || context.pointee.wellFormed == 0 || verdict.cut != nil {
                builder.noteDamage()
            }
            if let document = context.pointee.myDoc { xmlFreeDoc(document) }
            xmlFreeParserCtxt(context)
            withExtendedLifetime(session) {}
        }
    }

    private final class Session {
        let builder: XMPBuilder
        let context: xmlParserCtxtPtr

        init(_ builder: XMPBuilder, _ context: xmlParserCtxtPtr) {
            self.builder = builder
            self.context = context
        }

        // libxml2 keeps one copy of each URI while it parses: its address stands for it.
        private var spaces: [(uri: UnsafePointer<xmlChar>, space: XMPNamespace?)] = []

        func space(_ uri: UnsafePointer<xmlChar>?) -> XMPNamespace? {
            guard let uri else { return nil }
            if let known = spaces.first(where: { $0.uri == uri }) { return known.space }
            let space = XMPNamespace(uri: String(cString: uri))
            if spaces.count < 64 { spaces.append((uri, space)) }
            return space
        }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Session? {
            pointer.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    // libxml2 wants to be set up once, before threads use it.
    private static let ready: Bool = {
        xmlInitParser()
        return true
    }()

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = witXMLSAX2Magic
        handler.internalSubset = { pointer, _, _, _ in
            guard let session = Session.of(pointer) else { return }
            session.builder.noteDocumentType()
            xmlStopParser(session.context)
        }
        handler.startElementNs = { pointer, name, _, uri, _, _, count, _, attributes in
            guard let session = Session.of(pointer), let name else { return }
            let started = session.builder.start(
                ForeignText.cleaned(String(cString: name)), in: session.space(uri),
                attributes: XMPParser.attributes(attributes, count: Int(count), session))
            if !started { xmlStopParser(session.context) }
        }
        handler.endElementNs = { pointer, _, _, _ in Session.of(pointer)?.builder.end() }
        handler.characters = { pointer, text, count in
            guard let builder = Session.of(pointer)?.builder, builder.wantsText, let text else {
                return
            }
            let bytes = UnsafeBufferPointer(start: text, count: Int(count))
            builder.append(String(decoding: bytes, as: UTF8.self))
        }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.serror = { _, _ in }
        return handler
    }

    /// libxml2's attributes: five pointers each, for name, prefix, URI, the value and its end.
    private static func attributes(
        _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int,
        _ session: Session
    ) -> [XMPAttribute] {
        guard let pointers, count > 0 else { return [] }
        var result: [XMPAttribute] = []
        for index in stride(from: 0, to: count * 5, by: 5) {
            guard let name = pointers[index], let space = session.space(pointers[index + 2]),
                let start = pointers[index + 3], let end = pointers[index + 4]
            else { continue }
            let value = UnsafeBufferPointer(start: start, count: end - start)
            result.append(
                XMPAttribute(
                    space: space, name: ForeignText.cleaned(String(cString: name)),
                    value: XMLReader.text(ofAttribute: value)))
        }
        return result
    }
}

/// An attribute of a namespace that matters.
struct XMPAttribute {
    let space: XMPNamespace
    let name: String
    let value: String
}
