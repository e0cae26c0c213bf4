import Foundation
import TestSupport

/// A Python that has shapely 2 and Pillow: that of `make peers`, or the system's.
enum PeerPython {
    static let program: Program? = {
        let own = Checkout.root.appending(path: ".build/peers/bin/python3").path
        let candidates = [Program(path: own), Program.installed("python3")].compactMap { $0 }
        return candidates.first { python in
            FileManager.default.isExecutableFile(atPath: python.path)
                && (try? python(["-c", "import PIL, shapely; shapely.prepare"]).status) == 0
        }
    }()

    static let requirement = Requirement(.tools, "a Python with shapely 2 and Pillow (make peers)")
    {
        program != nil
    }
}
