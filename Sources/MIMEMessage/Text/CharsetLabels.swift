/// The labels of charsets (WHATWG Encoding Standard §4.2), and what mail adds to them.
enum CharsetLabels {
    /// The codec of a label in small letters; nil where nobody knows it.
    static func codec(_ label: String) -> Charset.Codec? {
        if let codec = known[label] { return codec }
        return iconvName(label).map(Charset.Codec.iconv)
    }

    private static let known: [String: Charset.Codec] = {
        var table: [String: Charset.Codec] = [:]
        for (codec, labels) in codecs {
            for label in labels.split(separator: " ") { table[String(label)] = codec }
        }
        table[""] = .windows1252
        return table
    }()

    private static let codecs: [(Charset.Codec, String)] = [
        (
            .utf8,
            "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8mb4"
        ),
        (
            .windows1252,
            """
            ansi_x3.4-1968 ascii us-ascii iso646-us iso_646.irv:1991 cp1252 windows-1252 x-cp1252 \
            iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 latin1 latin-1 l1 cp819 ibm819 \
            iso-ir-100 csisolatin1 unknown-8bit x-unknown 8bit ansi
            """
        ),
        (.utf7, "utf-7 utf7 unicode-1-1-utf-7 x-unicode-1-1-utf-7 csunicode11utf7"),
        (.iconv("CP866"), "866 cp866 csibm866 ibm866"),
        (
            .iconv("ISO-8859-2"),
            "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 l2 latin2"
        ),
        (.iconv("ISO-8859-3"), "csisolatin3 iso-8859-3 iso8859-3 iso_8859-3 l3 latin3"),
        (.iconv("ISO-8859-4"), "csisolatin4 iso-8859-4 iso8859-4 iso_8859-4 l4 latin4"),
        (.iconv("ISO-8859-5"), "csisolatincyrillic cyrillic iso-8859-5 iso8859-5 iso_8859-5"),
        (.iconv("ISO-8859-6"), "arabic csisolatinarabic iso-8859-6 iso-8859-6-e iso-8859-6-i"),
        (.iconv("ISO-8859-7"), "csisolatingreek greek greek8 iso-8859-7 iso8859-7 iso_8859-7"),
        (
            .iconv("ISO-8859-8"),
            "csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso8859-8 logical visual"
        ),
        (.iconv("ISO-8859-10"), "csisolatin6 iso-8859-10 iso8859-10 l6 latin6"),
        (.iconv("ISO-8859-13"), "iso-8859-13 iso8859-13"),
        (.iconv("ISO-8859-14"), "iso-8859-14 iso8859-14"),
        (.iconv("ISO-8859-15"), "csisolatin9 iso-8859-15 iso8859-15 iso_8859-15 l9 latin-9 latin9"),
        (.iconv("ISO-8859-16"), "iso-8859-16"),
        (.iconv("KOI8-R"), "cskoi8r koi koi8 koi8-r koi8_r"),
        (.iconv("KOI8-U"), "koi8-ru koi8-u"),
        (.iconv("MACINTOSH"), "csmacintosh mac macintosh x-mac-roman"),
        (.iconv("CP874"), "dos-874 iso-8859-11 iso8859-11 tis-620 windows-874"),
        (.iconv("CP1250"), "cp1250 windows-1250 x-cp1250"),
        (.iconv("CP1251"), "cp1251 windows-1251 x-cp1251 win-1251"),
        (.iconv("CP1253"), "cp1253 windows-1253 x-cp1253"),
        (
            .iconv("CP1254"),
            "cp1254 csisolatin5 iso-8859-9 iso8859-9 iso_8859-9 l5 latin5 windows-1254 x-cp1254"
        ),
        (.iconv("CP1255"), "cp1255 windows-1255 x-cp1255"),
        (.iconv("CP1256"), "cp1256 windows-1256 x-cp1256"),
        (.iconv("CP1257"), "cp1257 windows-1257 x-cp1257"),
        (.iconv("CP1258"), "cp1258 windows-1258 x-cp1258"),
        (
            .iconv("GB18030"),
            """
            gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk \
            cp936 ms936 windows-936
            """
        ),
        (.iconv("HZ"), "hz-gb-2312 hz"),
        (.iconv("BIG5-HKSCS"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950 windows-950"),
        (.iconv("EUC-JP"), "cseucpkdfmtjapanese euc-jp x-euc-jp eucjp"),
        (.iconv("ISO-2022-JP-3"), "csiso2022jp iso-2022-jp iso-2022-jp-2 iso-2022-jp-3"),
        (
            .iconv("CP932"),
            "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis cp932"
        ),
        (
            .iconv("CP949"),
            """
            cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 \
            ksc_5601 windows-949 cp949
            """
        ),
        (.iconv("ISO-2022-KR"), "iso-2022-kr csiso2022kr"),
        (.iconv("UTF-16BE"), "unicodefffe utf-16be"),
        (.iconv("UTF-16LE"), "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16le"),
        (.iconv("UTF-16"), "utf-16 utf16"),
        (.iconv("UTF-32"), "utf-32 utf32"),
    ]

    /// A label that is none of WHATWG's, as the C library may know it.
    ///
    /// Only letters, digits and `-_.:+` go through: the name of a codec may name a file.
    private static func iconvName(_ label: String) -> String? {
        let isAllowed: (UInt8) -> Bool = {
            $0.isLetter || $0.isDigit || $0 == .hyphen || $0 == .underscore || $0 == .dot
                || $0 == .colon
        }
        guard !label.isEmpty, label.utf8.count <= 40, label.utf8.allSatisfy(isAllowed),
            !label.contains("..")
        else { return nil }
        // QUIRK: `windows-1251` also comes as `cp-1251`, ISO-8859 as `iso-8859_2`, `8859_2`.
        if label.hasPrefix("cp-") { return "CP" + label.dropFirst(3) }
        if label.hasPrefix("8859") { return "ISO-8859-" + label.dropFirst(5) }
        if label.hasPrefix("x-mac-") { return "MAC-" + label.dropFirst(6) }
        return String(label)
    }
}
