#if DEBUG
    private import CSandbox

    /// Has a child try what it must not be able to do: for tests alone, and not in a release build.
    enum DecoderTrial: Int, CaseIterable {
        case openRead = 1
        case openWrite, stat, socket, execute, fork, kill, trace, listing, memory, rename, forever

        /// The kind of request.
        static let request = 99

        /// Tries what the request says, with the path in the shared file.
        static func answer(
            _ request: DecoderMessage, _ socket: DecoderSocket
        ) throws(DecoderSocket.Failure) {
            var error: Int32 = -1
            let count = request.numbers[0]
            if request.kind == Self.request, let memory = wit_child_map(count) {
                let bytes = UnsafeRawBufferPointer(start: memory, count: count)
                let path = String(decoding: bytes, as: UTF8.self)
                error = wit_child_try(Int32(request.numbers[3]), path)
                wit_child_unmap(memory, count)
            }
            try socket.send(DecoderMessage(.tried, [Int(error)]).bytes)
        }
    }
#endif
