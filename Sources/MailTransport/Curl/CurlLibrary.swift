import Foundation

private import CCurl

/// libcurl itself, made ready once for the whole process.
enum CurlLibrary {
    /// Makes libcurl ready, the first time.
    static func prepare() { _ = isReady }

    private static let isReady: Bool = {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        // With CURLOPT_NOSIGNAL libcurl leaves SIGPIPE alone, and OpenSSL writes to a connection
        // that has gone: that must be an error, not the end of the process.
        var current = sigaction()
        sigaction(SIGPIPE, nil, &current)
        #if canImport(Darwin)
            let isDefault = current.__sigaction_u.__sa_handler == nil
        #else
            let isDefault = current.__sigaction_handler.sa_handler == nil
        #endif
        if isDefault { signal(SIGPIPE, SIG_IGN) }
        return true
    }()

    /// The version that is linked, as `7.88.1`.
    static var version: String {
        curl_version_info(CURLVERSION_FIRST).flatMap { info in
            info.pointee.version.map { String(cString: $0) }
        } ?? ""
    }
}
