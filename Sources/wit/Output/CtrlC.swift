import Dispatch
import Foundation
import WhatIsThat

/// Turns Ctrl-C (SIGINT) and SIGTERM into an `Interruption`: the work ends after its batch. A
/// second Ctrl-C ends the process at once.
final class CtrlC {
    let interruption = Interruption()
    private let sources: [any DispatchSourceSignal]

    /// Listens until this object goes.
    init() {
        let interruption = interruption
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if interruption.isRequested { exit(130) }
                interruption.request()
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
