/// How long a picture may take.
enum DecoderTime {
    /// Until the header is read, in seconds of processor time.
    static let header = 10

    /// Seconds of processor time for a picture of so many pixels: the slowest decoders take a
    /// second for some 20 million, and there are slower machines.
    static func seconds(pixels: Int) -> Int { header + pixels / 4_000_000 }

    /// How long a parent waits for what takes so much processor time, on a machine that does other
    /// things as well.
    static func patience(seconds: Int) -> Duration { .seconds(20 + 3 * seconds) }
}
