import Foundation

/// A mail server on this machine that does what a script says: every refusal, delay and break
/// that a sender meets. `Scripted/smtp.py` lists what a script may say.
public final class ScriptedSMTP: Sendable {
    /// A mail that the server took.
    public struct Mail: Sendable, Decodable {
        /// The envelope's sender.
        public let sender: String
        /// The envelope's recipients.
        public let recipients: [String]
        /// What `SIZE=` said, 0 for nothing.
        public let size: Int
        /// Who logged in, empty for nobody.
        public let login: String
        /// Whether it came over TLS.
        public let tls: Bool
    }

    /// What of a script the client must know.
    private struct Kind: Decodable {
        let cert: String?
    }

    /// What is missing on this machine.
    public struct Unavailable: Error {}

    /// Whether the server can run here: it is written in Python and makes certificates by openssl.
    public static let isAvailable =
        Program.installed("python3") != nil && Program.installed("openssl") != nil

    /// The certificates of all servers of this process, gone with it: to make one takes longer than
    /// most tests.
    private static let certificates: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder()
        atexit { try? FileManager.default.removeItem(at: ScriptedSMTP.certificates.get().url) }
        return folder
    }

    /// The port on 127.0.0.1.
    public let port: Int
    private let folder: TemporaryFolder
    private let process: SpawnedProcess
    private let input: Pipe

    /// Starts a server.
    ///
    /// - Parameter script: JSON.
    public init(_ script: String = "{}") throws {
        guard let python = Program.installed("python3") else { throw Unavailable() }
        folder = try TemporaryFolder()
        input = Pipe()
        let output = Pipe()
        let program = Checkout.root.appending(path: "Tests/TestSupport/Scripted/smtp.py").path
        let certificates = try Self.certificates.get()
        let kind = try JSONDecoder().decode(Kind.self, from: Data(script.utf8)).cert ?? "good"
        certificate = certificates.path(kind + "/cert.pem")
        process = try python.spawned(
            [program, folder.url.path, certificates.url.path],
            streams: [
                .descriptor(input.fileHandleForReading.fileDescriptor),
                .descriptor(output.fileHandleForWriting.fileDescriptor), .descriptor(2),
            ])
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        let line = script.split(separator: "\n").joined(separator: " ") + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
        var said = Data()
        while !said.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw Unavailable() }
            said += more
        }
        let digits = String(decoding: said, as: UTF8.self).prefix { $0.isNumber }
        guard let port = Int(digits) else { throw Unavailable() }
        self.port = port
    }

    deinit { stop() }

    /// Ends the server.
    public func stop() {
        process.send(SIGKILL)
        process.wait()
    }

    /// Ends the silence of a server that stalls.
    public func goOn() throws { try Data().write(to: file("go")) }

    /// The certificate to trust, in PEM.
    public let certificate: String

    /// The mails it took, in turn.
    public var mails: [Mail] {
        var mails: [Mail] = []
        while let data = try? Data(contentsOf: file("\(mails.count + 1).json")),
            let mail = try? JSONDecoder().decode(Mail.self, from: data)
        {
            mails.append(mail)
        }
        return mails
    }

    /// The bytes of a mail that it took, counted from 0.
    public func bytes(of index: Int) throws -> [UInt8] {
        Array(try Data(contentsOf: file("\(index + 1).eml")))
    }

    /// Every line that it heard but those of mails.
    public var heard: [String] {
        let text = (try? String(contentsOf: file("heard"), encoding: .utf8)) ?? ""
        return text.split(separator: "\r\n").map(String.init)
    }

    private func file(_ name: String) -> URL { folder.url.appending(path: name) }
}
