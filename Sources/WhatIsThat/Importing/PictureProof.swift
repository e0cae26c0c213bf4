import CatalogDatabase
import Files
import OutputText
import PhotoMetadata
import PhotoRecords
import Pictures

/// Holds a picture that came with a mail against the files of the photo that its hashes lead to:
/// hashes of a few bits, or of the ends of the data alone, can be made to agree.
struct PictureProof {
    let catalog: PhotoCatalog
    /// How many bytes decoding a picture may take; nil for as many as is usual.
    var memory: Int?

    /// The most files of a photo that are looked at.
    private static let maximumFiles = 8

    /// Whether a picture that has the fingerprint of a photo is another one all the same: samples
    /// of its encoded data differ from those of each file at hand. False where none is.
    ///
    /// - Throws: `WitError`, also where the disk failed.
    func isOther(
        _ bytes: [UInt8], _ fingerprint: String?, than photo: RecordID
    ) throws -> Bool {
        let reader = PhotoReader()
        guard let fingerprint, let own = (try? reader.middle(bytes: bytes)) ?? nil else {
            return false
        }
        var isOther = false
        let files = try catalog.files(of: photo).lazy.filter { !$0.missing }
        for file in files.prefix(Self.maximumFiles) {
            let middle: [UInt8]?
            do throws(WitError) {
                guard try reader.fingerprint(path: file.path) == fingerprint else { continue }
                middle = try reader.middle(path: file.path)
            } catch {
                if error.code == .inputOutput {
                    throw error.of(item: file.path)
                }
                continue
            }
            guard let middle else { continue }
            if middle == own { return false }
            isOther = true
        }
        return isOther
    }

    /// Whether a picture that has nearly the perceptual hash of a photo shows something else all
    /// the same. False where no file of the photo is at hand.
    ///
    /// - Parameter watch: counts what looking at the photo costs, and may end it.
    /// - Throws: `WitError`, also where the disk failed.
    func isOther(
        _ look: GreyscaleThumbnail, than photo: RecordID, _ watch: any DecodingWatch
    ) throws -> Bool {
        guard let known = try PerceptualHashing(catalog, memory: memory).picture(of: photo, watch)
        else {
            return false
        }
        return !look.isCopy(of: known)
    }
}
