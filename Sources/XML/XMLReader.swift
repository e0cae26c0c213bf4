private import CLibXML2
public import Foundation
import TextCleaning

/// What is told of an XML document as it is read.
public protocol XMLHandler: AnyObject {
    /// An element begins.
    ///
    /// - Parameters:
    ///   - name: its name without the prefix.
    ///   - attributes: by their names without prefixes.
    /// - Returns: false to end the reading.
    func start(_ name: String, attributes: [String: String]) -> Bool
    /// An element ends.
    func end(_ name: String)
    /// A piece of text; one text may come in several.
    func text(_ piece: String)
}

/// Reads XML that a stranger may have written, and tells its elements and texts one after the
/// other, in flat memory besides the document's own.
///
/// No entity is ever declared or expanded and nothing is loaded: a document type declaration ends
/// the reading, and so does a tag with more attributes or namespaces than any has (``XMLCensus``).
/// A document is UTF-8, UTF-16 or in a charset that extends ASCII (``XMLCharset``). libxml2's own
/// bounds hold on top: 256 elements within each other, 10 MB of text.
public enum XMLReader {
    /// How a reading ended.
    public enum Ending: Sendable {
        /// At the end of the document.
        case complete
        /// Where the document is no well-formed XML; what came before was told.
        case damaged
        /// At a document type declaration.
        case documentType
        /// Before a tag with more attributes or namespaces than any has.
        case crowded
        /// The handler said so.
        case stopped
    }

    /// Reads a document of 2 GB at most; what lies behind that is cut off.
    public static func read(_ document: some ContiguousBytes, to handler: any XMLHandler) -> Ending
    {
        document.withUnsafeBytes { document in
            switch XMLCharset(of: document) {
            case .declared: return parse(document, to: handler)
            case .utf8: return parse(document, to: handler, ignoring: XML_PARSE_IGNORE_ENC)
            case .utf16(let littleEndian):
                let text = XMLCharset.utf8(fromUTF16: document, littleEndian: littleEndian)
                return text.withUnsafeBytes {
                    parse($0, to: handler, ignoring: XML_PARSE_IGNORE_ENC)
                }
            case .other: return .damaged
            }
        }
    }

    private static func parse(
        _ document: UnsafeRawBufferPointer, to handler: any XMLHandler,
        ignoring encoding: xmlParserOption? = nil
    ) -> Ending {
        _ = ready
        let verdict = XMLCensus.verdict(on: document)
        guard let start = document.baseAddress?.assumingMemoryBound(to: CChar.self),
            let context = xmlCreateMemoryParserCtxt(start, Int32(clamping: verdict.count))
        else { return .damaged }
        let session = Session(handler, context)
        xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | (encoding?.rawValue ?? 0)))
        context.pointee.sax.pointee = callbacks
        // The session outlives the parse: it is held until the end of this function.
        context.pointee.userData = Unmanaged.passUnretained(session).toOpaque()
        let result = xmlParseDocument(context)
        if session.ending == .complete, verdict.cut == .crowded { session.ending = .crowded }
        if session.ending == .complete,
            result != 0 || context.pointee.wellFormed == 0 || verdict.cut != nil
        {
            session.ending = .damaged
        }
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
        return withExtendedLifetime(session) { session.ending }
    }

    private final class Session {
        let handler: any XMLHandler
        let context: xmlParserCtxtPtr
        var ending = Ending.complete

        init(_ handler: any XMLHandler, _ context: xmlParserCtxtPtr) {
            self.handler = handler
            self.context = context
        }

        func end(_ ending: Ending) {
            self.ending = ending
            xmlStopParser(context)
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

    private static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = witXMLSAX2Magic
        handler.internalSubset = { pointer, _, _, _ in Session.of(pointer)?.end(.documentType) }
        handler.startElementNs = { pointer, name, _, _, _, _, count, _, attributes in
            guard let session = Session.of(pointer), session.ending == .complete, let name else {
                return
            }
            let goesOn = session.handler.start(
                ForeignText.cleaned(String(cString: name)),
                attributes: XMLReader.attributes(attributes, count: Int(count)))
            if !goesOn { session.end(.stopped) }
        }
        handler.endElementNs = { pointer, name, _, _ in
            guard let session = Session.of(pointer), session.ending == .complete, let name else {
                return
            }
            session.handler.end(String(cString: name))
        }
        handler.characters = { pointer, text, count in
            guard let session = Session.of(pointer), session.ending == .complete, let text else {
                return
            }
            let bytes = UnsafeBufferPointer(start: text, count: Int(count))
            session.handler.text(String(decoding: bytes, as: UTF8.self))
        }
        handler.cdataBlock = handler.characters
        handler.serror = { _, _ in }
        return handler
    }

    /// libxml2's attributes: five pointers each, for name, prefix, URI, the value and its end.
    private static func attributes(
        _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) -> [String: String] {
        guard let pointers, count > 0 else { return [:] }
        var result: [String: String] = [:]
        for index in stride(from: 0, to: count * 5, by: 5) {
            guard let name = pointers[index], let start = pointers[index + 3],
                let end = pointers[index + 4]
            else { continue }
            let value = UnsafeBufferPointer(start: start, count: end - start)
            result[ForeignText.cleaned(String(cString: name))] = text(ofAttribute: value)
        }
        return result
    }

    /// An attribute's text as libxml2 hands it over. QUIRK: while it replaces no entities it gives
    /// each `&` that a reference stood for as `&#38;`, for a second reading that comes with its
    /// trees alone.
    public static func text(ofAttribute value: UnsafeBufferPointer<UInt8>) -> String {
        guard value.contains(0x26) else { return String(decoding: value, as: UTF8.self) }
        var octets: [UInt8] = []
        octets.reserveCapacity(value.count)
        var rest = value[...]
        while let first = rest.first {
            octets.append(first)
            rest = rest.dropFirst(first == 0x26 && rest.starts(with: "&#38;".utf8) ? 5 : 1)
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
