import PhotoRecords

extension PhotoRecord {
    /// An incoming record without what its sender only looked up and this catalog looks up by
    /// itself: what was looked up stays looked up, also when one's own mail comes back.
    ///
    /// - Parameter shown: What is looked up here for the photo that it is of; nil for none.
    func withoutLookups(shown: DerivedValues? = nil, for known: PhotoRecord) -> PhotoRecord {
        var record = self
        let point = record.location?.coordinate ?? known.location?.coordinate
        let isFine = record.location?.isFine ?? true
        if let place = record.location?.place {
            let hasPoint = record.location?.coordinate != nil && isFine
            let isOwn = place.source == Place.ownPlace
            if place.isLookedUp && hasPoint || isOwn && shown?.place?.source == Place.ownPlace
                || place.isSameName(as: shown?.place)
            {
                record.location?.place = nil
            } else if isOwn {
                // To the receiver it is the name that the sender gives.
                record.location?.place?.source = nil
            }
        }
        if record.location?.isNothing == true { record.location = nil }
        if let taken = record.taken, let offset = taken.offset, point != nil, isFine {
            let isLookedUp = taken.offsetSource == .place
            if isLookedUp || taken.offsetSource == nil && offset == shown?.offset {
                record.taken?.offset = nil
                record.taken?.offsetSource = nil
            }
        }
        return record
    }
}

extension Place {
    /// Whether another place has the same names, by whatever way they came.
    fileprivate func isSameName(as other: Place?) -> Bool {
        guard let other, name != nil, name == other.name else { return false }
        return (region == nil || region == other.region)
            && (country == nil || country == other.country)
    }
}

extension Location {
    fileprivate var isNothing: Bool {
        coordinate == nil && place == nil && altitude == nil && direction == nil
            && accuracy == nil && unknown.isEmpty
    }
}
