/// Why something could not be done, on any floor: a stable code, the thing it is about, one sentence for a
/// person, and what one needs to phrase it elsewhere.
///
/// ```swift
/// throw WitError(.notFound, about: .file("/p/IMG_1.jpg"), "/p/IMG_1.jpg: no such file")
/// ```
///
/// Two errors are equal if their codes are: the sentence is for people, and may be worded anew. No password
/// ever stands in one.
public struct WitError: SpokenError, Hashable, Sendable {
    /// What went wrong, as a stable word (`no-such-photo`): an open vocabulary. Each room says in an
    /// extension which words are its own.
    public struct Code: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
        /// The word, as it stands in JSON.
        public var rawValue: String
        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Takes a literal as the word.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// The thing that an error is about.
    public struct Subject: Hashable, Sendable {
        /// What sort of thing it is: an open vocabulary.
        public struct Kind: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
            /// The word.
            public var rawValue: String
            /// Takes any word.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Takes a literal as the word.
            public init(stringLiteral value: String) { rawValue = value }
        }

        /// What sort of thing it is.
        public var kind: Kind
        /// Its path, id or name, as the person knows it; may be empty.
        public var name: String

        /// A thing of a kind.
        public init(_ kind: Kind, _ name: String) {
            self.kind = kind
            self.name = name
        }
    }

    /// What went wrong.
    public var code: Code
    /// The thing it is about; nil where it is about no single one.
    public var subject: Subject?
    /// One sentence for a person, on one line, which names the thing.
    public var message: String
    /// The values that stand in the sentence, by their names, to phrase it elsewhere.
    public var arguments: [String: String]
    /// Further errors that came with this one, each with a reason of its own.
    public var others: [WitError] = []

    /// An error of a code, in a sentence that names what it is about.
    public init(
        _ code: Code, about subject: Subject? = nil, _ message: String,
        arguments: [String: String] = [:]
    ) {
        self.code = code
        self.subject = subject
        self.message = message
        self.arguments = arguments
    }

    /// One item of many that could not be done, and what was wrong, without the item's name.
    ///
    /// - Parameter item: the path, id or message as the person knows it.
    public init(item: String, code: Code = .itemFailed, reason: String) {
        self.init(
            code, about: .item(item), (item.isEmpty ? "“”" : item) + ": " + reason)
    }

    /// The name of the thing it is about; empty where there is none.
    public var item: String { subject?.name ?? "" }

    /// The sentence without the name of the thing in front of it.
    public var reason: String {
        let prefix = (item.isEmpty ? "“”" : item) + ": "
        return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }

    /// The same error of an item, whose name stands in front of the sentence.
    public func of(item: String) -> WitError {
        let prefix = item + ": "
        let reason = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
        var error = WitError(item: item, code: code, reason: reason)
        error.arguments = arguments
        error.others = others
        return error
    }

    /// The error by itself, and each that came with it.
    public var each: [WitError] {
        var first = self
        first.others = []
        return [first] + others.flatMap(\.each)
    }

    /// One error that keeps several; nil for none.
    public static func all(_ errors: [WitError]) -> WitError? {
        guard var first = errors.first else { return nil }
        first.others = first.others.flatMap(\.each) + errors.dropFirst().flatMap(\.each)
        return first
    }

    /// The sentence.
    public var description: String { message }

    /// Whether both have the same code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension WitError {
    /// Any error as this one: itself; another that has a sentence, with that; what the system says, in its
    /// words.
    ///
    /// - Parameter subject: what it is about, where the error itself does not say.
    public init(_ error: any Error, about subject: Subject? = nil) {
        switch error {
        case var error as WitError:
            error.subject = error.subject ?? subject
            self = error
        case is CancellationError: self = .stopped
        default:
            let sentence = ErrorWords.sentence(of: error)
            let name = subject?.name ?? ""
            self.init(.failed, about: subject, name.isEmpty ? sentence : "\(name): \(sentence)")
        }
    }

    /// A person asked to stop.
    public static let stopped = WitError(.interrupted, "stopped")
}

extension WitError.Subject {
    /// One item of those that somebody named: a path, an id, a message.
    public static func item(_ name: String) -> Self { Self(.item, name) }
    /// A file or folder by its path.
    public static func file(_ path: String) -> Self { Self(.file, path) }
    /// The catalog at a path.
    public static func catalog(_ path: String) -> Self { Self(.catalog, path) }
    /// A mail server, or the account that it is asked for.
    public static func server(_ name: String) -> Self { Self(.server, name) }
    /// A setting by its table and key.
    public static func setting(_ name: String) -> Self { Self(.setting, name) }
}

extension WitError.Subject.Kind {
    /// One item of those that somebody named.
    public static let item: Self = "item"
    /// A file or folder.
    public static let file: Self = "file"
    /// A catalog.
    public static let catalog: Self = "catalog"
    /// A mail server or account.
    public static let server: Self = "server"
    /// A setting.
    public static let setting: Self = "setting"
}

/// The codes that several rooms have.
extension WitError.Code {
    /// Anything that has no code of its own.
    public static let failed: Self = "failed"
    /// One item of many could not be done.
    public static let itemFailed: Self = "item-failed"
    /// A person asked to stop.
    public static let interrupted: Self = "interrupted"
    /// There is no such file.
    public static let notFound: Self = "not-found"
    /// A file cannot be read.
    public static let unreadable: Self = "unreadable"
    /// The disk or the system failed: what a file holds is unknown for now.
    public static let inputOutput: Self = "input-output"
    /// Something is larger than its limit.
    public static let tooLarge: Self = "too-large"
    /// What was read is not what the format or protocol has.
    public static let notUnderstood: Self = "not-understood"
    /// A newer version of the program wrote it.
    public static let newerVersion: Self = "newer-version"
}
