import PhotoRecords

/// The frame in which a standard gives the coordinates of regions, and the way from there to the
/// displayed picture and back.
///
/// MWG (guidelines 2.0 §5.9), Microsoft's and IPTC's regions are all taken to lie on the picture
/// as it is encoded, before EXIF's orientation is applied: this is what Lightroom and digiKam
/// write. QUIRK: programs that store them for the displayed picture swap MWG's
/// AppliedToDimensions with it; where these fit only the displayed picture, nothing is turned.
struct RegionFrame: Equatable, Sendable {
    /// Pixels across and down, as encoded; nil if unknown.
    let width: Int?
    let height: Int?
    /// EXIF's orientation, 1…8.
    let orientation: Int

    /// Whether the displayed picture's sides are swapped.
    var swapsSides: Bool { orientation >= 5 }

    /// The width of the encoded picture by its height; 1 if unknown.
    var aspect: Double {
        guard let width, let height, width > 0, height > 0 else { return 1 }
        return Double(width) / Double(height)
    }

    /// The width of the displayed picture by its height; 1 if unknown.
    var displayedAspect: Double { swapsSides ? 1 / aspect : aspect }

    /// A point of the encoded picture, where it is displayed.
    func displayed(_ point: RegionPoint) -> RegionPoint {
        let (x, y) = (point.x, point.y)
        return switch orientation {
        case 2: RegionPoint(x: 1 - x, y: y)
        case 3: RegionPoint(x: 1 - x, y: 1 - y)
        case 4: RegionPoint(x: x, y: 1 - y)
        case 5: RegionPoint(x: y, y: x)
        case 6: RegionPoint(x: 1 - y, y: x)
        case 7: RegionPoint(x: 1 - y, y: 1 - x)
        case 8: RegionPoint(x: y, y: 1 - x)
        default: point
        }
    }

    /// A point of the displayed picture, where it is encoded.
    func encoded(_ point: RegionPoint) -> RegionPoint {
        // Turning by a quarter is undone by turning the other way; the rest undo themselves.
        let inverse = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation
        return RegionFrame(width: nil, height: nil, orientation: inverse).displayed(point)
    }

    /// A box of the encoded picture, where it is displayed.
    func displayed(_ box: RegionBox) -> RegionBox {
        orientation == 1 ? box : Self.map(box, displayed)
    }

    /// A box of the displayed picture, where it is encoded.
    func encoded(_ box: RegionBox) -> RegionBox {
        orientation == 1 ? box : Self.map(box, encoded)
    }

    private static func map(
        _ box: RegionBox, _ transform: (RegionPoint) -> RegionPoint
    ) -> RegionBox {
        let first = transform(RegionPoint(x: box.x, y: box.y))
        let second = transform(RegionPoint(x: box.x + box.width, y: box.y + box.height))
        return RegionBox(
            x: min(first.x, second.x), y: min(first.y, second.y),
            width: abs(second.x - first.x), height: abs(second.y - first.y))
    }
}
