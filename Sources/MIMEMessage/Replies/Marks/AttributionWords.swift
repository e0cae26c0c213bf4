/// The words of attribution lines: “On 5 May 2024, Anna wrote:”.
///
/// In English, German, French, Spanish, Italian, Portuguese, Dutch, the Scandinavian languages,
/// Finnish, Polish, Czech, Hungarian, Romanian, Turkish, Greek, Russian, Ukrainian, Chinese, Japanese
/// and Korean.
enum AttributionWords {
    /// What such a line ends with.
    static let verbs = Phrases([
        "wrote", "writes", "has written", "said", "schrieb", "schreibt", "geschrieben",
        "schrieb folgendes", "a écrit", "écrit", "ecrit", "a ecrit", "a écrit ce qui suit",
        "escribió", "escribio", "ha escrito", "ha scritto", "scrive", "scriveva", "escreveu",
        "escreveu o seguinte", "het volgende geschreven", "schreef", "schreef het volgende",
        "geschreven", "skrev", "skrev följande", "skrev følgende", "kirjoitti", "napisał",
        "napisała", "napisał(a)", "napisal", "napsal", "napsal(a)", "napsala", "napísal",
        "napísal(a)", "írta", "ezt írta", "a következőt írta", "a scris", "yazdı", "şunu yazdı",
        "şunları yazdı", "έγραψε", "написал", "написала", "написал(а)", "пишет", "писал",
        "написав", "написала", "пише", "写道", "寫道", "のメール", "のメッセージ", "が書きました",
        "님이 작성", "작성", "napisao", "je napisao", "je napisao/la", "написа", "viết", "menulis",
        "כתב", "كتب",
    ])

    /// Verbs between the date and the name, in languages whose verb comes second.
    static let middleVerbs: [[UInt8]] = [
        " schrieb ", " schreef ", " skrev ", " napisał ", " napisał(a) ", " napsal(a) ",
        " escribió ", " escreveu ", " a écrit ", " ha scritto ", " kirjoitti ", " написал ",
        " пише ", " пользователь ", " ezt írta ",
    ].map { Array($0.utf8) }

    /// What such a line begins with.
    static let beginnings = Phrases([
        "on", "at", "am", "vom", "le", "el", "il", "em", "no dia", "op", "den", "d.", "w dniu",
        "dnia", "dne", "dňa", "in data", "la data", "în data", "la", "pe", "på", "dana", "a",
        "στις", "в", "у", "в ответ на", "在", "于",
    ])

    /// How a line begins that has only the writer's name.
    static let quoting = Phrases(["quoting", "zitat von", "citation de", "citando", "quoto"])
}
