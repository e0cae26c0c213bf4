/// What of a real mail is new, judged by a person: ranges of its lines, from 1.
struct Verdict: Sendable {
    var name: String
    var lines: [ClosedRange<Int>]
    /// What another person may judge otherwise.
    var debatable: String?

    init(_ name: String, _ lines: [ClosedRange<Int>], debatable: String? = nil) {
        (self.name, self.lines, self.debatable) = (name, lines, debatable)
    }

    /// One for each mail of the second corpus.
    static let all: [Verdict] = [
        Verdict("correct_sig", [1...1]),
        Verdict("email_1", [1...7], debatable: "the name after a single hyphen is kept"),
        Verdict("email_10", [1...5]),
        Verdict("email_11", [1...5]),
        Verdict("email_12", [1...5]),
        Verdict("email_13", [1...5]),
        Verdict("email_14", [1...5]),
        Verdict(
            "email_15", [1...5],
            debatable:
                "what follows a telephone's line without an introduction is taken for the original"),
        Verdict("email_16", [1...5]),
        Verdict("email_17", [1...5]),
        Verdict("email_18", [1...5]),
        Verdict(
            "email_19", [1...1], debatable: "a joke in the form of a telephone's line is left out"),
        Verdict(
            "email_2", [1...1, 9...34],
            debatable: "the greeting is kept, the whole mail quoted below it is not"),
        Verdict("email_20", [1...1]),
        Verdict("email_21", [1...638]),
        Verdict("email_22", [1...5]),
        Verdict("email_23", [1...5]),
        Verdict("email_24", [1...5]),
        Verdict("email_25", [1...5]),
        Verdict("email_26", [1...5]),
        Verdict("email_2_1", [1...1]),
        Verdict("email_3", [1...5], debatable: "the name after a single hyphen is kept"),
        Verdict("email_4", [1...1]),
        Verdict("email_5", [1...15]),
        Verdict("email_6", [1...3], debatable: "the same joke in another form is kept"),
        Verdict("email_7", [1...5]),
        Verdict("email_8", [1...5]),
        Verdict("email_9", [1...5]),
        Verdict("email_blackberry", [1...1]),
        Verdict("email_bullets", [1...9]),
        Verdict("email_custom_quote_header", [1...1]),
        Verdict("email_customer_quote_header_2", [1...1]),
        Verdict("email_customer_quote_header_3", [1...3]),
        Verdict("email_danish_dash_separator", [1...5]),
        Verdict("email_emoji", [1...1]),
        Verdict("email_en_multiline_2", [1...5]),
        Verdict("email_finnish", [1...5]),
        Verdict("email_fr_multiline", [1...5]),
        Verdict("email_french_2", [1...5]),
        Verdict("email_french_dash_separator", [1...5]),
        Verdict("email_german", [1...5]),
        Verdict("email_german_2", [1...5]),
        Verdict(
            "email_german_3", [1...5],
            debatable:
                "what follows a telephone's line without an introduction is taken for the original"),
        Verdict("email_german_outlook", [1...5]),
        Verdict("email_gmail_split_line_from", [1...5]),
        Verdict("email_ios_outlook", [1...5]),
        Verdict("email_ios_outlook_fr", [1...5]),
        Verdict("email_iphone", [1...1]),
        Verdict("email_italian", [1...5]),
        Verdict("email_msn", [1...5]),
        Verdict("email_multi_word_sent_from_my_mobile_device", [1...1]),
        Verdict("email_norwegian_gmail", [1...5]),
        Verdict("email_not_a_signature", [1...16]),
        Verdict("email_not_a_signature_2", [1...10]),
        Verdict("email_one_is_not_on", [1...5]),
        Verdict("email_original_message", [1...5]),
        Verdict("email_original_message_2", [1...5]),
        Verdict("email_outlook_split_line_from", [1...5]),
        Verdict("email_portuguese", [1...5]),
        Verdict("email_reply_header", [1...11]),
        Verdict("email_russian", [1...5]),
        Verdict("email_sent_from", [1...1]),
        Verdict("email_sent_from_my_not_signature", [1...3]),
        Verdict("email_thread", [1...1]),
        Verdict("email_tricky_10_special_chars_in_name", [1...5]),
        Verdict(
            "email_tricky_11_double_signature", [1...4],
            debatable: "the greeting and the name are kept"),
        Verdict("email_tricky_12_no_space_after_header", [1...5]),
        Verdict("email_tricky_13_timestamp_variations", [1...9]),
        Verdict("email_tricky_14_long_quote_header", [1...5]),
        Verdict("email_tricky_15_original_message_variations", [1...5]),
        Verdict(
            "email_tricky_16_unicode_signatures", [1...4],
            debatable: "the greeting and the name are kept"),
        Verdict("email_tricky_17_forward_header", [1...1]),
        Verdict(
            "email_tricky_18_inline_reply", [2...12],
            debatable: "the lines that are answered are kept"),
        Verdict(
            "email_tricky_19_quote_without_header", [1...12],
            debatable: "the lines that are answered are kept"),
        Verdict("email_tricky_1_on_false_positive", [1...6]),
        Verdict("email_tricky_20_html_entities", [1...3]),
        Verdict("email_tricky_2_url_with_wrote", [1...8]),
        Verdict("email_tricky_3_code_block", [1...12]),
        Verdict("email_tricky_4_from_in_body", [1...5]),
        Verdict("email_tricky_5_mixed_languages", [1...5]),
        Verdict("email_tricky_6_regards_in_sentence", [1...7]),
        Verdict("email_tricky_7_multiple_dashes", [1...15]),
        Verdict("email_tricky_8_sent_from_in_content", [1...5]),
        Verdict("email_tricky_9_nested_quotes", [1...1]),
        Verdict("email_unquoted_reply", [1...1]),
        Verdict("email_with_date_headers", [1...5], debatable: "a placeholder is text"),
        Verdict("email_with_from_headers", [2...4], debatable: "a placeholder is text"),
        Verdict(
            "email_with_regards", [1...10],
            debatable: "the greeting, the name and the post are kept"),
        Verdict("email_zoho", [1...2]),
        Verdict("sig_no_empty_line", [1...1]),
    ]
}
