import Foundation
import Testing

@testable import Files

@Suite struct FileModeMaskTests {
    @Test func `the mask is told without setting another one`() {
        let mask = umask(0o022)
        umask(mask)
        #expect(FileModeMask.current == mask)
        // It stays what it was however often it is asked.
        for _ in 0..<3 { _ = FileModeMask.current }
        let after = umask(mask)
        umask(after)
        #expect(after == mask)
    }
}
