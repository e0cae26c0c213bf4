extension MIMEPart {
    /// Whether it is TNEF: by its type or its name, or by the octets it begins with.
    ///
    /// QUIRK: [MS-OXTNEF] §2.1.1 has `application/ms-tnef`; mail programs that pass it on rename
    /// it or type it `application/octet-stream`, so the first octets count too.
    var isTNEF: Bool {
        guard children.isEmpty, !contentType.isText, contentType.type != "image" else {
            return false
        }
        let isTyped = ["ms-tnef", "vnd.ms-tnef"].contains(contentType.subtype)
        if isTyped || fileName?.asciiLowercased == "winmail.dat" { return true }
        return decodedPrefix(8).starts(with: TNEFStream.signature)
    }

    /// What the TNEF in it holds.
    func tnefContents() -> UnpackedContents {
        var contents = UnpackedContents(format: .tnef)
        let (octets, place, defect) = decodedSource()
        if let defect { contents.defects.append(defect) }
        guard let reader = TNEFReader(octets.bytes, in: place, limit: source.limits.parts) else {
            contents.defects.append(
                MIMEDefect(
                    .warning, .tnefDamaged, at: bodyRange.lowerBound,
                    "The part claims to be TNEF but does not begin like TNEF."))
            return contents
        }
        var maker = TNEFParts(reader, in: octets, path: path)
        maker.make()
        contents.parts = maker.parts
        contents.subject = maker.subject
        contents.defects += (reader.flaws.flaws + maker.flaws.flaws).map {
            MIMEDefect($0.severity, $0.code, at: bodyRange.lowerBound, $0.message)
        }
        return contents
    }
}
