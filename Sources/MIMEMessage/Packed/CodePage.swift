/// A code page of Windows by its number, as TNEF names the charset of its texts.
enum CodePage {
    /// The label that mail has for it: `windows-1252`, `utf-8`, `shift_jis`.
    static func label(_ number: UInt32) -> String {
        switch number {
        case 65001: "utf-8"
        case 65000: "utf-7"
        case 1200: "utf-16le"
        case 1201: "utf-16be"
        case 20127: "us-ascii"
        case 874: "windows-874"
        case 932: "shift_jis"
        case 936: "gb2312"
        case 949: "ks_c_5601-1987"
        case 950: "big5"
        case 1250...1258: "windows-\(number)"
        case 20866: "koi8-r"
        case 21866: "koi8-u"
        case 28591...28606: "iso-8859-\(number - 28590)"
        case 50220...50222: "iso-2022-jp"
        case 51932: "euc-jp"
        case 51949: "euc-kr"
        case 54936: "gb18030"
        default: "cp\(number)"
        }
    }
}
