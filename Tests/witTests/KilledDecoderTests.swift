import Foundation
import PhotoRecords
import TestSupport
import Testing

#if os(Linux)
    /// The process that decodes pictures for `wit`, killed while it does.
    @Suite struct KilledDecoderTests {
        static let names = ["balloon", "bird", "boat", "cat", "lighthouse", "shapes"]

        /// The children of a process.
        static func children(of process: Int32) -> [Int32] {
            let tasks = "/proc/\(process)/task"
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
            return threads.flatMap { thread -> [Int32] in
                let file = FileHandle(forReadingAtPath: "\(tasks)/\(thread)/children")
                let text = (try? file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
                return (text ?? "").split(separator: " ").compactMap { Int32($0) }
            }
        }

        /// Whether a process is there, and not just its number, which nobody has asked for yet.
        static func isRunning(_ process: Int32) -> Bool {
            let file = FileHandle(forReadingAtPath: "/proc/\(process)/stat")
            guard let data = try? file?.readToEnd() else { return false }
            return !String(decoding: data, as: UTF8.self).contains(") Z ")
        }

        /// A mail with one photo.
        static func mail(_ name: String) throws -> Data {
            let photo = try Data(
                contentsOf: Checkout.fixtures.appending(path: "photos/\(name).jpg"))
            let head = """
                From: anna@example.org
                Subject: \(name)
                Message-ID: <\(name)@example.org>
                MIME-Version: 1.0
                Content-Type: image/jpeg; name=\(name).jpg
                Content-Transfer-Encoding: base64


                """
            return Data(head.utf8)
                + photo.base64EncodedData(options: [.lineLength76Characters, .endLineWithLineFeed])
        }

        @Test(arguments: [0, 20, 60, 120, 250])
        func `an import goes on, and one picture at most is not looked at`(
            milliseconds: UInt32
        ) throws {
            let folder = try TemporaryFolder()
            let wit = Program.wit.running(
                in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
            let mails = Self.names.map { folder.path($0 + ".eml") }
            for (name, mail) in zip(Self.names, mails) {
                try Self.mail(name).write(to: URL(filePath: mail))
            }
            let run = try wit.started(["import", "--json"] + mails)
            var child: Int32?
            let deadline = Date(timeIntervalSinceNow: 60)
            while child == nil, Date() < deadline {
                child = Self.children(of: run.identifier).first
                usleep(300)
            }
            usleep(milliseconds * 1000)
            let isKilled = kill(try #require(child), SIGKILL) == 0
            let outcome = run.ended(by: 0)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let reports = outcome.lines
            #expect(reports.count == Self.names.count)
            let lost = reports.count { $0.contains("decoder-") || $0.contains("not-compared") }
            #expect(lost <= 1)
            let photos = try wit(["find", "--json"]).lines
            #expect(photos.count == Self.names.count)
            let unknown = photos.count { !$0.contains("perceptualHash") }
            #expect(unknown <= 1)
            print(
                "a decoder killed after \(milliseconds) ms (\(isKilled)): "
                    + "\(unknown) of \(photos.count) pictures not looked at")
        }

        @Test func `a decoder ends with the program that started it`() throws {
            let folder = try TemporaryFolder()
            let wit = Program.wit.running(
                in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
            let mail = folder.path("bird.eml")
            try Self.mail("bird").write(to: URL(filePath: mail))
            // Its last mail never ends.
            let pipe = Pipe()
            let run = try wit.started(["import", mail, "-"], input: pipe)
            var child: Int32?
            let deadline = Date(timeIntervalSinceNow: 60)
            while child == nil, Date() < deadline {
                child = Self.children(of: run.identifier).first
                usleep(300)
            }
            let decoder = try #require(child)
            usleep(100_000)
            // Ctrl-C in a terminal goes to the program's group alone.
            #expect(getpgid(decoder) == decoder)
            _ = run.ended(by: SIGKILL)
            while Self.isRunning(decoder), Date() < deadline { usleep(1000) }
            #expect(!Self.isRunning(decoder))
        }
    }
#endif
