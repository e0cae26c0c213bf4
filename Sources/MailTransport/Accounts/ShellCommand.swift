import Foundation

/// A shell command whose output is wanted, within bounds of time and size.
///
/// Foundation's `Process` waits for everything that a command leaves behind in the background,
/// as an agent that it starts; this waits for the command alone.
struct ShellCommand {
    /// How a command ended.
    enum End: Equatable {
        /// With a status, having printed something.
        case exited(Int32, [UInt8])
        /// By a signal.
        case signalled
        /// Not in time: it was killed.
        case late
        /// The person asked to stop: it was killed.
        case stopped
        /// It could not be started.
        case notStarted
    }

    /// The most bytes of output that are kept.
    static let outputLimit = 65_536

    /// The command, for `/bin/sh -c`.
    let text: String
    /// Its environment.
    let environment: [String: String]

    /// Runs the command in a process group of its own, with nothing to read and nobody who reads
    /// its complaints.
    ///
    /// - Parameters:
    ///   - patience: How long it may take, in seconds.
    ///   - shouldStop: Asked many times a second: whether to give up.
    func run(patience: Double, shouldStop: () -> Bool = { false }) -> End {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return .notStarted }
        defer { close(ends[0]) }
        // Neither end may stay open in another process that is started meanwhile.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = start(writingTo: ends[1])
        close(ends[1])
        guard let process = started else { return .notStarted }
        return follow(process, output: ends[0], patience: patience, shouldStop)
    }

    private func start(writingTo descriptor: Int32) -> pid_t? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // A process that ignores signals would hand that on to the command.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = ["/bin/sh", "-c", text].map { (word: String) in strdup(word) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let status = posix_spawn(
            &process, "/bin/sh", &actions, &attributes, arguments + [nil], variables + [nil])
        return status == 0 ? process : nil
    }

    private func follow(_ process: pid_t, output: Int32, patience: Double, _ shouldStop: () -> Bool)
        -> End
    {
        let deadline = ContinuousClock.now + .seconds(patience)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        var isOpen = true
        var status: Int32?
        var isStopped = false
        while ContinuousClock.now < deadline {
            isStopped = shouldStop()
            if isStopped { break }
            if status == nil {
                var word = Int32()
                if waitpid(process, &word, WNOHANG) == process { status = word }
            }
            var wanted = pollfd(fd: isOpen ? output : -1, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wanted, 1, status == nil ? 10 : 0)
            if ready > 0 {
                let count = read(output, &chunk, chunk.count)
                if count > 0 {
                    bytes += chunk.prefix(min(count, Self.outputLimit - bytes.count))
                } else if count == 0 || errno != EINTR {
                    isOpen = false
                }
            } else if let status {
                // What it left behind may hold the pipe open for ever.
                return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF, bytes) : .signalled
            }
        }
        kill(-process, SIGKILL)
        if status == nil { waitpid(process, nil, 0) }
        return isStopped ? .stopped : .late
    }
}
