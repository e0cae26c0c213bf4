import Foundation
import OutputText
import Synchronization

/// Where pictures are decoded: a setting of the whole process.
///
/// Decoders are large, and pictures come from strangers: so pictures are decoded in child processes
/// that have given up files, network and other programs. Such a child is the same program, started
/// with an argument that its `main` hands to ``serveIfAsked()`` before anything else.
public enum PictureDecoding {
    /// Where pictures are decoded.
    public enum Place: Hashable, Sendable {
        /// In children: of this program if it called ``serveIfAsked()``, else of a `wit` beside it.
        case children
        /// In children of the program at a path, which calls ``serveIfAsked()``.
        case childrenOf(program: String)
        /// In this process, without any lock: for fuzzing, where a crash is what is looked for.
        case thisProcess
    }

    struct Settings: Hashable, Sendable {
        var place = Place.children
        var memory = PictureDecoding.standardMemory
        /// Whether this program serves when it is started as a child.
        var serves = false

        /// The program to start; nil where pictures are decoded in this process.
        ///
        /// - Throws: `unavailable` where no such program is known.
        func program() throws(WitError) -> DecoderProgram? {
            switch place {
            case .thisProcess: return nil
            case .childrenOf(let path): return DecoderProgram(path: path)
            case .children:
                if let program = serves ? DecoderProgram.this : .beside { return program }
                throw WitError(
                    .unavailable,
                    "Pictures are decoded by the program wit, which was not found beside this one.")
            }
        }
    }

    private static let current = Mutex(Settings())
    static var settings: Settings { current.withLock { $0 } }

    /// Bytes that a child may take where ``PictureLimits/memory`` says nothing: 256 MB.
    public static let standardMemory = 256 << 20

    /// Where pictures are decoded from now on.
    public static var place: Place {
        get { current.withLock { $0.place } }
        set { current.withLock { $0.place = newValue } }
    }

    /// Serves as a child, and never returns, if this program was started for it; otherwise takes
    /// note that it can be.
    ///
    /// To be called first in `main`, before arguments are read, files opened or threads started.
    public static func serveIfAsked() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == DecoderProgram.argument else {
            current.withLock { $0.serves = true }
            return
        }
        let words = Array(arguments.dropFirst())
        guard words.count == 2, let role = DecoderRole(rawValue: words[0]),
            let memory = Int(words[1]), memory > 0, DecoderService.isChild
        else {
            FileHandle.standardError.write(
                Data("wit: \(DecoderProgram.argument) is for internal use.\n".utf8))
            exit(2)
        }
        DecoderService.run(role, memory: memory)
    }
}
