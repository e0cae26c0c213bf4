import Foundation
import OutputText

/// Which photos a Takeout has, which JSON tells of which, and what its albums are called.
package struct TakeoutSurvey {
    /// A photo and its JSON, by their paths.
    package struct Pair {
        /// The photo.
        package let picture: String
        /// Its JSON.
        package let sidecar: String
        /// The folder that both lie in.
        let group: Int
    }

    package private(set) var pairs: [Pair] = []
    /// Photos without a JSON.
    package private(set) var picturesAlone: [String] = []
    /// JSON files that tell of a photo which is not there.
    package private(set) var sidecarsAlone: [String] = []
    /// What could not be read.
    package private(set) var failures: [WitError] = []
    /// How many films there are.
    package private(set) var videos = 0
    /// How many photos lie in the bin.
    package private(set) var trashed = 0
    private var albums: [Int: String] = [:]

    /// All photos, in the order of the folders.
    package var pictures: [String] { pairs.map(\.picture) + picturesAlone }

    private let isStopped: @Sendable () -> Bool

    /// Looks at the parts of one Takeout.
    ///
    /// - Parameters:
    ///   - isStopped: asked before each folder and each file that is opened; the rest is left out then.
    ///   - progress: told after each folder how many photos were found, and no stage: only the use case
    ///     above knows of what it is one.
    package init(
        _ roots: [String], isStopped: @escaping @Sendable () -> Bool = { false },
        progress: (Int) -> Void = { _ in }
    ) {
        self.isStopped = isStopped
        let takeout = TakeoutFolder(roots, isStopped: isStopped)
        failures = takeout.failures
        for (number, group) in takeout.groups.enumerated() {
            if isStopped() { return }
            look(at: group, number)
            progress(pairs.count + picturesAlone.count)
        }
    }

    /// The keyword that a photo has for the album it lies in.
    package func album(of pair: Pair) -> String? { albums[pair.group] }

    private mutating func look(at group: TakeoutFolder.Group, _ number: Int) {
        let listing = TakeoutFolder.list(group)
        let pairing = TakeoutPairing(listing.names) { [isStopped] name in
            if isStopped() { return nil }
            return listing.paths[name].flatMap { try? TakeoutFile(path: $0) }?.title
        }
        videos += pairing.videoCount
        // The bin is a folder of its own: one JSON in it tells of all.
        var isBin: Bool?
        for name in listing.names {
            guard let sidecarName = pairing.sidecars[name], TakeoutFolder.isPicture(name),
                let picture = listing.paths[name], let sidecar = listing.paths[sidecarName]
            else { continue }
            if isBin != false {
                let isTrashed = (try? TakeoutFile(path: sidecar))?.isTrashed ?? false
                isBin = isBin ?? isTrashed
                if isTrashed {
                    trashed += 1
                    continue
                }
            }
            pairs.append(Pair(picture: picture, sidecar: sidecar, group: number))
        }
        picturesAlone += pairing.lonePictures.compactMap { listing.paths[$0] }
        for name in pairing.loneSidecars {
            if isStopped() { return }
            lookAtLone(listing.paths[name] ?? name, number)
        }
    }

    /// A JSON without a photo is an album's, or its photo is not there.
    private mutating func lookAtLone(_ path: String, _ group: Int) {
        do throws(WitError) {
            let file = try TakeoutFile(path: path)
            if file.isOfPhoto {
                if !file.isTrashed { sidecarsAlone.append(path) }
            } else if let title = file.title, !TakeoutFolder.isYear(title), albums[group] == nil {
                albums[group] = title
            }
        } catch {
            failures.append(error)
        }
    }
}
