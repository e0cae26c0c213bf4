import Foundation
import Mustache
import OutputText

/// What is wrong with a template's file, in words.
enum TemplateFault {
    /// Why swift-mustache or Foundation cannot read a file, without a full stop.
    static func sentence(of error: any Error) -> String {
        switch error {
        case let error as MustacheTemplate.ParserError:
            // Our own line stands before the first.
            let line = max(1, error.context.lineNumber - 1)
            let known = (error.error as? MustacheTemplate.Error).map(words)
            return (known ?? "it ends within a tag") + " (line \(line))"
        case let error as MustacheTemplate.Error: return words(error)
        case let error as DecodingError: return words(error)
        default: return ErrorWords.sentence(of: error)
        }
    }

    private static func words(_ error: MustacheTemplate.Error) -> String {
        switch error {
        case .sectionCloseNameIncorrect: "a section's closing tag does not match its opening tag"
        case .unfinishedName: "a tag is not closed"
        case .expectedSectionEnd: "a section is not closed"
        case .invalidSetDelimiter: "a tag that sets delimiters is malformed"
        case .transformAppliedToInheritanceSection: "an inherited section has a transform"
        case .illegalTokenInsideInheritSection:
            "an inherited section contains a tag that is not allowed there"
        case .textInsideInheritSection: "an inherited section contains text"
        case .invalidConfigVariableSyntax: "a pragma is malformed"
        case .unrecognisedConfigVariable: "a pragma is unknown"
        }
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context): "\(name(context)) is of the wrong type"
        case .valueNotFound(_, let context): "\(name(context)) has no value"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "it is not JSON" : "\(name(context)) cannot be read"
        @unknown default: "it does not have the required structure"
        }
    }

    private static func name(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in
            key.intValue.map { "number \($0 + 1)" } ?? key.stringValue
        }
        return path.isEmpty ? "the whole" : "“" + path.joined(separator: ", ") + "”"
    }
}
