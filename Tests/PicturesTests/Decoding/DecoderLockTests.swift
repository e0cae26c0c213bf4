import Foundation
import OutputText
import TestSupport
import Testing

@testable import Pictures

#if os(Linux) && DEBUG
    /// What a child cannot do, tried in a child.
    @Suite struct DecoderLockTests {
        static func child(_ role: DecoderRole = .pictures) throws -> DecoderChild {
            let program = try #require(DecoderProgram.beside, "wit is built with the tests")
            return try DecoderChild(program, role, memory: PictureDecoding.standardMemory)
        }

        /// Whether this kernel has Landlock, and this machine libseccomp.
        static let hasLandlock: Bool = {
            let symbols = try? FileHandle(forReadingAtPath: "/proc/kallsyms")?.readToEnd()
            return symbols?.range(of: Data("sys_landlock_restrict_self".utf8)) != nil
        }()
        static let hasSeccomp: Bool = {
            guard let library = dlopen("libseccomp.so.2", RTLD_NOW) else { return false }
            dlclose(library)
            return true
        }()

        @Test(arguments: DecoderRole.allCases)
        func `every lock holds that this machine has`(role: DecoderRole) throws {
            // Limits and no_new_privs are everywhere.
            let expected = 3 + (Self.hasLandlock ? 4 : 0) + (Self.hasSeccomp ? 8 : 0)
            #expect(try Self.child(role).locks == expected)
        }

        @Test(
            .enabled(if: hasLandlock || hasSeccomp, "needs Landlock or libseccomp"),
            arguments: DecoderRole.allCases)
        func `a catalog cannot be opened, read or written`(role: DecoderRole) throws {
            let folder = try TemporaryFolder()
            let catalog = folder.url.appending(path: "catalog.sqlite").path
            try Data("a catalog".utf8).write(to: URL(filePath: catalog))
            let child = try Self.child(role)
            let refused = [Int(EPERM), Int(EACCES)]
            for trial in [DecoderTrial.openRead, .openWrite, .rename] {
                #expect(refused.contains(try child.tries(trial, catalog)), "\(trial)")
            }
            for path in ["/etc/passwd", "/proc/self/environ", "/proc/1/status"] {
                #expect(refused.contains(try child.tries(.openRead, path)), "\(path)")
            }
            #expect(refused.contains(try child.tries(.listing, "/")))
            #expect(refused.contains(try child.tries(.openWrite, catalog + "-new")))
            #expect(!FileManager.default.fileExists(atPath: catalog + "-new"))
            #expect(try Data(contentsOf: URL(filePath: catalog)) == Data("a catalog".utf8))
        }

        @Test(
            .enabled(if: hasSeccomp, "needs libseccomp"),
            arguments: [
                DecoderTrial.socket, .execute, .fork, .kill, .trace,
            ], DecoderRole.allCases)
        func `a socket, a program, a process and other processes are out of reach`(
            trial: DecoderTrial, role: DecoderRole
        ) throws {
            #expect(try Self.child(role).tries(trial, "/bin/true") == Int(EPERM))
        }

        @Test(.enabled(if: hasSeccomp, "needs libseccomp"))
        func `not even whether a file is there can be asked`() throws {
            #expect(try Self.child().tries(.stat, "/etc/passwd") == Int(EPERM))
        }

        @Test func `memory ends at its limit`() throws {
            #expect(try Self.child().tries(.memory, "-") == Int(ENOMEM))
        }

        @Test func `processor time ends at its limit`() throws {
            let child = try Self.child()
            do throws(DecoderChild.Failure) {
                _ = try child.tries(.forever, "-")
                Issue.record("It came to an end.")
            } catch {
                guard case .lost(let error) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(error.code == .tooMuchTime)
            }
        }

        @Test func `a child that draws maps reads fonts`() throws {
            let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
            try #require(FileManager.default.isReadableFile(atPath: font))
            #expect(try Self.child(.maps).tries(.openRead, font) == 0)
            #expect(try Self.child(.pictures).tries(.openRead, font) != 0)
        }

        @Test func `a child has its socket, its shared file, no environment and no folder`() throws
        {
            setenv("WIT_DECODER_TEST", "secret", 1)
            let child = try Self.child()
            let root = "/proc/\(child.process)"
            let names = try FileManager.default.contentsOfDirectory(atPath: root + "/fd")
            #expect(Set(names) == ["0", "1", "2", "3", "4"])
            for name in ["0", "1", "2"] {
                let target = try FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(root)/fd/\(name)")
                #expect(target == "/dev/null")
            }
            let folder = try FileManager.default.destinationOfSymbolicLink(atPath: root + "/cwd")
            #expect(folder == "/")
            let environment = try Data(contentsOf: URL(filePath: root + "/environ"))
            #expect(environment.range(of: Data("WIT_DECODER_TEST".utf8)) == nil)
        }
    }
#endif
