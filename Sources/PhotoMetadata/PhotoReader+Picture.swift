import OutputText

/// Holds the pictures of files against one another, without decoding them.
extension PhotoReader {
    /// The fingerprint of the picture in a file; nil where there is no picture.
    ///
    /// - Throws: As ``read(path:)`` does.
    public func fingerprint(path: String) throws(WitError) -> String? {
        try blocks(of: FileSource(path: path), path: path).fingerprint
    }

    /// 16 bytes that tell two compressed pictures of one fingerprint apart: a hash of samples
    /// spread over the encoded data, some 32 KB. Nil where there is no picture.
    ///
    /// - Throws: As ``read(path:)`` does.
    public func middle(path: String) throws(WitError) -> [UInt8]? {
        let source = try FileSource(path: path)
        let picture = try blocks(of: source, path: path).picture
        do throws(ByteSourceError) {
            return try picture?.middle(in: source)
        } catch {
            throw WitError(error, path: path)
        }
    }

    /// As ``middle(path:)``, of a photo that lies in memory.
    ///
    /// - Throws: ``WitError`` if there are no bytes or they are no photo's.
    public func middle(bytes: [UInt8]) throws(WitError) -> [UInt8]? {
        let source = MemorySource(bytes)
        let picture = try blocks(of: source, path: "-").picture
        do throws(ByteSourceError) {
            return try picture?.middle(in: source)
        } catch {
            throw WitError(error, path: "-")
        }
    }

    /// 16 bytes that are the same for the same encoded picture and no other: a hash of all its
    /// data, which are read in pieces. Nil where there is no picture.
    ///
    /// - Throws: As ``read(path:)`` does.
    public func wholePicture(path: String) throws(WitError) -> [UInt8]? {
        let source = try FileSource(path: path)
        let picture = try blocks(of: source, path: path).picture
        do throws(ByteSourceError) {
            return try picture?.whole(in: source)
        } catch {
            throw WitError(error, path: path)
        }
    }
}
