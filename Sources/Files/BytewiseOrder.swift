import Foundation

/// The order of bytes, as SQLite's BINARY collation has it.
public enum BytewiseOrder {
    /// Compares two runs of bytes: below 0, 0 or above 0; a run stands before one that it begins.
    ///
    /// Both runs are cut to their arrays.
    public static func compare(
        _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>
    ) -> Int {
        let (first, second) = (
            leftRange.clamped(to: left.indices), rightRange.clamped(to: right.indices)
        )
        // Once or twice for every file of a rescan: comparing byte by byte through slices took
        // longer than asking the system for the file.
        let order = left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                let (left, right) = (left[first], right[second])
                let count = min(left.count, right.count)
                guard count > 0, let a = UnsafeRawBufferPointer(rebasing: left).baseAddress,
                    let b = UnsafeRawBufferPointer(rebasing: right).baseAddress
                else { return 0 }
                return Int(memcmp(a, b, count))
            }
        }
        return order != 0 ? order : first.count - second.count
    }
}
