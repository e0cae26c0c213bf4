private import CIDN2

/// Domains beyond ASCII (IDNA2008, RFC 5890): people write `exämple.org`, servers and header fields
/// say `xn--exmple-cua.org`.
public enum InternationalDomain {
    /// A domain with its labels as A-labels; one in ASCII, or an address in brackets, as it is.
    ///
    /// - Returns: nil for what can be no domain: a label that is empty (but for the root's, after
    ///   the last dot), that is too long, or that has letters that none may have.
    public static func ascii(_ domain: some StringProtocol) -> String? {
        let domain = String(domain)
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain }
        guard !domain.utf8.contains(0), let ascii = wit_idn_ascii(domain) else { return nil }
        defer { wit_idn_free(ascii) }
        // libidn2 lets empty labels by, and makes dots of other scripts plain ones.
        let labels = String(cString: ascii)
        guard !labels.hasPrefix("."), !labels.utf8.contains("..".utf8) else { return nil }
        return labels
    }

    /// An address with its domain as A-labels, its local part as it is; nil where the domain is
    /// none.
    public static func address(_ address: String) -> String? {
        guard let at = address.lastIndex(of: "@"),
            let domain = ascii(address[address.index(after: at)...])
        else { return nil }
        return address[...at] + domain
    }

    /// Whether an address has a local part beyond ASCII: only servers that offer SMTPUTF8 take it
    /// (RFC 6531).
    public static func needsUTF8(_ address: String) -> Bool {
        let at = address.lastIndex(of: "@") ?? address.endIndex
        return !address[..<at].utf8.allSatisfy { $0 < 0x80 }
    }
}
