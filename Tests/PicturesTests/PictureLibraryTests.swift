import Foundation
import OutputText
import TestSupport
import Testing

@testable import Pictures

@Suite struct PictureLibraryTests {
    @Test func `a machine without the library says what to install`() throws {
        let outcome = PictureLibrary.load(["libnowhere.so.42", "libnowhere.42.dylib"])
        guard case .failure(let error) = outcome else {
            Issue.record("A library that is not there was loaded.")
            return
        }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("libnowhere.42.dylib"))
        #expect(error.message.contains("please install"))
        #expect(!error.message.contains("\n"))
    }

    @Test func `the library is loaded and starts`() {
        #expect(throws: Never.self) { try PictureRenderer.requireLibrary() }
    }

    static let compiler = ["clang", "gcc", "cc"].lazy.compactMap(Program.installed).first

    /// What `pkg-config` says of libvips' headers; nil where they are not installed.
    static let flags: [String]? = {
        let outcome = try? Program.installed("pkg-config")?(["--cflags", "vips"])
        guard let outcome, outcome.status == 0 else { return nil }
        return outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }()

    @Test(
        .needs(
            Requirement(.tools, "a C compiler or libvips-dev") { compiler != nil && flags != nil }))
    func `functions are declared as the library's own headers declare them`() throws {
        let source = Checkout.root.appending(path: "Sources/CVips").path
        let compiler = try #require(Self.compiler)
        let own = ["-fsyntax-only", "-Wall", "-Werror", "-include", "vips/vips.h"]
        let arguments = own + ["-I\(source)/include"] + (Self.flags ?? []) + ["\(source)/CVips.c"]
        let outcome = try compiler(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        .enabled(if: compiler != nil && hasSeccompHeader, "needs a C compiler and libseccomp-dev"))
    func `libseccomp's functions are declared as its own header declares them`() throws {
        let source = Checkout.root.appending(path: "Sources/CSandbox").path
        let compiler = try #require(Self.compiler)
        let own = ["-fsyntax-only", "-Wall", "-Werror", "-D_GNU_SOURCE=", "-include", "seccomp.h"]
        let outcome = try compiler(own + ["-I\(source)/include", "\(source)/seccomp.c"])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    static let hasSeccompHeader = access("/usr/include/seccomp.h", R_OK) == 0
}
