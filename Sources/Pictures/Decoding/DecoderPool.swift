import Foundation
import OutputText
import Synchronization

/// The children that decode pictures: as many at a time as there are processors, kept and used
/// again until the program ends or they do.
final class DecoderPool: Sendable {
    static let shared = DecoderPool()

    private struct State {
        var idle: [DecoderChild] = []
        var count: [DecoderRole: Int] = [:]
        /// That no child can work on this machine, and for which settings.
        var unavailable: (settings: PictureDecoding.Settings, error: WitError)?
    }

    private let condition = NSCondition()
    private let state = Mutex(State())
    /// What replaces the settings of the process; for tests.
    private let own: (memory: Int?, program: DecoderProgram?, patience: Duration?)

    init(memory: Int? = nil, program: DecoderProgram? = nil, patience: Duration? = nil) {
        own = (memory, program, patience)
    }

    /// How many there may be for a role: maps are few.
    private static func most(_ role: DecoderRole) -> Int {
        role == .maps ? 1 : max(1, ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Has a task done by a child, or in this process where that was asked for.
    ///
    /// - Parameters:
    ///   - watch: what counts the cost, and may end the work at any moment.
    ///   - onHeader: told the picture's header before its pixels are decoded.
    func perform(
        _ task: PictureTask, on picture: [UInt8], _ limits: PictureLimits,
        watch: (any DecodingWatch)? = nil, onHeader: (PictureHeader) -> Void = { _ in }
    ) throws(WitError) -> PictureResult {
        let settings = settings(for: limits)
        guard let program = try program(settings) else {
            return try PictureEngine.perform(
                task, onCopyOf: picture, limits, onHeader: onHeader)
        }
        let role: DecoderRole = task == .map ? .maps : .pictures
        var mayRepeat = true
        while true {
            let child = try take(role, program, settings, fresh: !mayRepeat)
            // What a child of many pictures fails at may be what one before has left behind.
            let isFirst = child.isFresh || !mayRepeat
            var wasBegun = false
            mayRepeat = false
            do throws(DecoderChild.Failure) {
                let result = try child.perform(
                    task, on: picture, limits, patience: own.patience, watch: watch
                ) { header in
                    wasBegun = true
                    onHeader(header)
                }
                giveBack(child)
                return result
            } catch {
                switch error {
                case .refused(let error) where error.code == .tooMuchMemory && wasBegun:
                    lose(child)
                    if isFirst { throw error.naming(memory: settings.memory) }
                case .refused(let error):
                    giveBack(child)
                    throw error.code == .tooMuchMemory
                        ? error.naming(memory: settings.memory) : error
                case .lost(let error):
                    lose(child)
                    if isFirst || [.tooMuchTime, .decodingStopped].contains(error.code) {
                        throw error
                    }
                }
            }
        }
    }

    /// Makes sure that there is a child that can decode.
    func require() throws(WitError) {
        let settings = settings(for: .standard)
        guard let program = try program(settings) else { return try PictureLibrary.start.get() }
        giveBack(try take(.pictures, program, settings))
    }

    private func program(
        _ settings: PictureDecoding.Settings
    ) throws(WitError) -> DecoderProgram? {
        if let program = own.program { return program }
        return try settings.program()
    }

    private func settings(for limits: PictureLimits) -> PictureDecoding.Settings {
        var settings = PictureDecoding.settings
        if let memory = own.memory ?? limits.memory { settings.memory = memory }
        return settings
    }

    /// The children that wait for a picture.
    var idle: [DecoderChild] { state.withLock { $0.idle } }

    /// A child that nobody else uses: one that waits, a new one, or the next that is given back.
    ///
    /// - Parameter fresh: whether it must have decoded nothing yet.
    func take(
        _ role: DecoderRole, _ program: DecoderProgram, _ settings: PictureDecoding.Settings,
        fresh: Bool = false
    ) throws(WitError) -> DecoderChild {
        switch waiting(role, settings, fresh) {
        case .success(let child?): return child
        case .failure(let error): throw error
        case .success(nil): break
        }
        do throws(WitError) {
            return try DecoderChild(program, role, memory: settings.memory)
        } catch {
            change { state in
                state.count[role, default: 1] -= 1
                // Trying again for each picture would find the same.
                if error.code == .unavailable { state.unavailable = (settings, error) }
            }
            throw error
        }
    }

    /// Waits for a child or for the leave to start one, which is nil.
    private func waiting(
        _ role: DecoderRole, _ settings: PictureDecoding.Settings, _ fresh: Bool
    ) -> Result<DecoderChild?, WitError> {
        condition.lock()
        defer { condition.unlock() }
        while true {
            var ending: DecoderChild?
            let found = state.withLock { state -> Result<DecoderChild?, WitError>? in
                if let (known, error) = state.unavailable, known == settings {
                    return .failure(error)
                }
                let isOf = { (child: DecoderChild) in
                    child.role == role && child.memory == settings.memory
                        && (!fresh || child.isFresh)
                }
                if let place = state.idle.lastIndex(where: isOf) {
                    return .success(state.idle.remove(at: place))
                }
                if state.count[role, default: 0] < Self.most(role) {
                    state.count[role, default: 0] += 1
                    return .success(nil)
                }
                // One that is of no use now makes room.
                if let place = state.idle.firstIndex(where: { $0.role == role }) {
                    ending = state.idle.remove(at: place)
                    return .success(nil)
                }
                return nil
            }
            _ = ending
            if let found { return found }
            condition.wait()
        }
    }

    /// Takes a child back that can go on.
    func giveBack(_ child: DecoderChild) { change { $0.idle.append(child) } }

    /// Takes note that a child is of no more use; it ends with its last reference.
    private func lose(_ child: DecoderChild) {
        change { $0.count[child.role, default: 1] -= 1 }
    }

    private func change(_ change: (inout State) -> Void) {
        condition.lock()
        state.withLock { change(&$0) }
        condition.broadcast()
        condition.unlock()
    }
}

extension WitError {
    /// The error with the limit that was met.
    fileprivate func naming(memory: Int) -> WitError {
        WitError(code, message.dropSuffix(".") + "; decoder-memory is \(memory >> 20) MB.")
    }
}

extension String {
    fileprivate func dropSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
