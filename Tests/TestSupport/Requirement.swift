import Foundation
import Testing

/// What a test needs that a machine may lack: programs of others, running mail servers, the corpora
/// beside the checkout.
///
/// Where it is missing, the test is skipped and says so. `WIT_REQUIRE`, which `.ci/run` sets, names the
/// kinds that must be there (`tools,servers,corpora`, or `all`): then the test fails.
///
/// ```swift
/// @Test(.needs(.tool("exiftool"), .photoCorpus)) func …
/// guard let tidy = try Program.needed("tidy") else { return }
/// ```
public struct Requirement: Sendable {
    /// What can be required.
    public enum Kind: String, Sendable, CaseIterable { case tools, servers, corpora }

    /// What is missing though it is required, or what `WIT_REQUIRE` says that means nothing.
    public struct Missing: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    private let kind: Kind
    private let name: String
    private let isThere: @Sendable () -> Bool

    /// Something a test needs.
    ///
    /// - Parameter name: What it is, as “… is missing” goes on from it.
    public init(_ kind: Kind, _ name: String, isThere: @escaping @Sendable () -> Bool) {
        self.kind = kind
        self.name = name
        self.isThere = isThere
    }

    /// Whether it is there; where it is not, that is printed.
    ///
    /// - Throws: `Missing` where it is required and not there.
    public var isMet: Bool {
        get throws { try isMet(requiring: ProcessInfo.processInfo.environment["WIT_REQUIRE"]) }
    }

    /// Whether it is there, `WIT_REQUIRE` being the words given.
    public func isMet(requiring words: String?) throws -> Bool {
        let required = try Self.kinds(words ?? "")
        if isThere() { return true }
        if required.contains(kind) {
            throw Missing(description: "\(name) is missing, and WIT_REQUIRE says \(kind.rawValue)")
        }
        print("skipped: \(name) is missing")
        return false
    }

    private static func kinds(_ words: String) throws -> Set<Kind> {
        var kinds: Set<Kind> = []
        for word in words.split(whereSeparator: { $0 == "," || $0 == " " }) {
            if word == "all" {
                kinds.formUnion(Kind.allCases)
            } else if let kind = Kind(rawValue: String(word)) {
                kinds.insert(kind)
            } else {
                throw Missing(description: "WIT_REQUIRE does not know “\(word)”")
            }
        }
        return kinds
    }
}

extension Requirement {
    /// The real photos beside the checkout.
    public static let photoCorpus = Requirement(.corpora, "the corpus of photos") {
        Checkout.photoCorpus != nil
    }

    /// The real messages beside the checkout.
    public static let mailCorpus = Requirement(.corpora, "the corpus of mail") {
        Checkout.mailCorpus != nil
    }

    /// The drawn strokes beside the checkout.
    public static let strokeCorpus = Requirement(.corpora, "the corpus of strokes") {
        Checkout.strokeCorpus != nil
    }

    /// The mail servers that all tests share.
    public static let mailServers = Requirement(.servers, MailServers.missing) {
        MailServers.running != nil
    }

    /// Mail servers of a test's own.
    public static let ownMailServers = Requirement(.servers, OwnMailServers.missing) {
        OwnMailServers.isPossible
    }

    /// What the scripted SMTP server runs by.
    public static let scriptedSMTP = Requirement(.tools, "python3 or openssl") {
        ScriptedSMTP.isAvailable
    }

    /// strace, with the right to trace.
    public static let tracer = Requirement(.tools, "strace or the right to trace") {
        (try? Program.installed("strace")?(["-qq", "-o", "/dev/null", "true"]))?.status == 0
    }

    /// A program of the system.
    public static func tool(_ name: String) -> Requirement {
        Requirement(.tools, name) { Program.installed(name) != nil }
    }
}

extension Program {
    /// A program that a test needs; nil where it is not installed, which is printed.
    ///
    /// - Throws: `Requirement.Missing` where `WIT_REQUIRE` asks for it.
    public static func needed(_ name: String) throws -> Program? {
        try Requirement.tool(name).isMet ? installed(name) : nil
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test or suite where something is missing, or fails it where that is required.
    public static func needs(_ requirements: Requirement...) -> Self {
        .enabled { try requirements.allSatisfy { try $0.isMet } }
    }
}
