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
            case .declared: return parse(document, to: handler, isUTF8: false)
            case .utf8: return parse(document, to: handler)
            case .utf16(let littleEndian):
                let text = XMLCharset.utf8(fromUTF16: document, littleEndian: littleEndian)
                return text.withUnsafeBytes { parse($0, to: handler) }
            case .other: return .damaged
            }
        }
    }

    private static func parse(
        _ document: UnsafeRawBufferPointer, to handler: any XMLHandler, isUTF8: Bool = true
    ) -> Ending {
        let events = Events(handler)
        guard let outcome = XMLDriver.read(document, isUTF8: isUTF8, to: events) else {
            return .damaged
        }
        if let ending = events.ending { return ending }
        if outcome.cut == .crowded { return .crowded }
        return outcome.isSound ? .complete : .damaged
    }

    /// Tells a handler what there is, in Swift's strings.
    private final class Events: XMLEvents {
        private let handler: any XMLHandler
        /// Why the reading was ended; nil if it was not.
        private(set) var ending: Ending?

        init(_ handler: any XMLHandler) { self.handler = handler }

        func cut(_ cut: XMLCensus.Cut) {}

        func documentType() { ending = .documentType }

        func start(
            _ name: UnsafePointer<UInt8>, in space: UnsafePointer<UInt8>?,
            _ attributes: XMLAttributes
        ) -> Bool {
            var values: [String: String] = [:]
            for index in 0..<attributes.count {
                if let attribute = attributes[index] { values[attribute.name] = attribute.value }
            }
            if handler.start(ForeignText.cleaned(String(cString: name)), attributes: values) {
                return true
            }
            ending = .stopped
            return false
        }

        func end(_ name: UnsafePointer<UInt8>) { handler.end(String(cString: name)) }

        func text(_ piece: UnsafeBufferPointer<UInt8>) {
            handler.text(String(decoding: piece, as: UTF8.self))
        }
    }
}
