/// How large a picture is shown in a view before it is zoomed: the values of the CSS property
/// `object-fit` (CSS Images 3, section 5.5), by the names that picture viewers use.
public enum ContentMode: String, Sendable, CaseIterable {
    /// As large as it is wholly seen (`contain`).
    case fit
    /// As small as it leaves nothing of the view empty (`cover`).
    case fill
    /// Over the whole view, its sides' ratio not kept (`fill`).
    case stretch
    /// A pixel of the picture on a pixel of the screen (`none`).
    case center
    /// Fitted, but never enlarged (`scale-down`).
    case shrink

    /// How much a picture is enlarged along each of its sides.
    func scale(of picture: Size, in viewport: Size) -> Size {
        let (x, y) = (viewport.width / picture.width, viewport.height / picture.height)
        let scale: Double
        switch self {
        case .fit: scale = min(x, y)
        case .fill: scale = max(x, y)
        case .stretch: return Size(width: x, height: y)
        case .center: scale = 1
        case .shrink: scale = min(x, y, 1)
        }
        return Size(width: scale, height: scale)
    }
}
