private import CLibXML2

/// Drives libxml2, event by event.
///
/// What costs it more than linear time is counted before it sees a document (``XMLCensus``), what is
/// fatal cuts the document, no entity is ever declared or expanded, and nothing is loaded: a document
/// type declaration ends the reading. libxml2's own bounds hold on top: 256 elements within each
/// other, 10 MB of text.
package enum XMLDriver {
    /// How a reading went.
    package struct Outcome {
        /// Why not all of the document was given to libxml2; nil if all was.
        package let cut: XMLCensus.Cut?
        /// Whether the whole document was read, and is well-formed.
        package let isSound: Bool
    }

    /// Reads a document of 2 GB at most; what lies behind that is cut off.
    ///
    /// - Parameters:
    ///   - document: octets of ASCII and what extends it.
    ///   - isUTF8: whether the document is UTF-8 whatever it declares.
    /// - Returns: nil if there is nothing to read.
    package static func read(
        _ document: UnsafeRawBufferPointer, isUTF8: Bool, to events: any XMLEvents
    ) -> Outcome? {
        _ = ready
        let verdict = XMLCensus.verdict(on: document)
        if let cut = verdict.cut { events.cut(cut) }
        guard let start = document.baseAddress?.assumingMemoryBound(to: CChar.self),
            let context = xmlCreateMemoryParserCtxt(start, Int32(clamping: verdict.count))
        else { return nil }
        let session = Session(events, context)
        xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | (isUTF8 ? XML_PARSE_IGNORE_ENC.rawValue : 0)))
        context.pointee.sax.pointee = callbacks
        // The session outlives the parse: it is held until the end of this function.
        context.pointee.userData = Unmanaged.passUnretained(session).toOpaque()
        let result = xmlParseDocument(context)
        let isSound = result == 0 && context.pointee.wellFormed != 0 && verdict.cut == nil
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
        return withExtendedLifetime(session) { Outcome(cut: verdict.cut, isSound: isSound) }
    }

    /// libxml2 wants to be set up once, before threads use it.
    static let ready: Bool = {
        xmlInitParser()
        return true
    }()

    private final class Session {
        let events: any XMLEvents
        private let context: xmlParserCtxtPtr
        private var isStopped = false

        init(_ events: any XMLEvents, _ context: xmlParserCtxtPtr) {
            self.events = events
            self.context = context
        }

        func stop() {
            isStopped = true
            xmlStopParser(context)
        }

        /// The session of a callback; nil if it was stopped.
        static func of(_ pointer: UnsafeMutableRawPointer?) -> Session? {
            guard let pointer else { return nil }
            let session = Unmanaged<Session>.fromOpaque(pointer).takeUnretainedValue()
            return session.isStopped ? nil : session
        }
    }

    private static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = witXMLSAX2Magic
        handler.internalSubset = { pointer, _, _, _ in
            guard let session = Session.of(pointer) else { return }
            session.events.documentType()
            session.stop()
        }
        handler.startElementNs = { pointer, name, _, uri, _, _, count, _, attributes in
            guard let session = Session.of(pointer), let name else { return }
            let goesOn = session.events.start(
                name, in: uri, XMLAttributes(attributes, count: Int(count)))
            if !goesOn { session.stop() }
        }
        handler.endElementNs = { pointer, name, _, _ in
            guard let name else { return }
            Session.of(pointer)?.events.end(name)
        }
        handler.characters = { pointer, text, count in
            guard let session = Session.of(pointer), let text else { return }
            session.events.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.serror = { _, _ in }
        return handler
    }
}
