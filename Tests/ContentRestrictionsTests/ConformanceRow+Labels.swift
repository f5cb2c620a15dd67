import ContentRestrictions
import Preferences

extension ConformanceRow {
    static let labels: [ConformanceRow] = [
        ConformanceRow(
            20,
            .own,
            "an alias is a label",
            limit: .integer(300),
            items: [.movie("PG13")],
            outcome: .allow
        ),
        ConformanceRow(
            21,
            .own,
            "case does not matter",
            limit: .integer(300),
            items: [.movie("pg-13")],
            outcome: .allow
        ),
        ConformanceRow(
            22,
            .own,
            "white space around does not matter",
            limit: .integer(300),
            items: [.movie("  PG-13 ")],
            outcome: .allow
        ),
        ConformanceRow(
            23,
            .own,
            "all dashes are one",
            limit: .integer(300),
            items: [.movie("PG\u{2011}13"), .movie("PG\u{2013}13")],
            outcome: .allow
        ),
        ConformanceRow(
            24,
            .own,
            "TV-14 is 500",
            limit: .integer(400),
            items: [.show("TV14")],
            outcome: .deny
        ),
        ConformanceRow(
            25,
            .own,
            "descriptors do not matter",
            limit: .integer(500),
            items: [.show("TV-14-DLSV"), .show("TV-14 (LV)")],
            outcome: .allow
        ),
        ConformanceRow(
            26,
            .apple,
            "an unknown label has no number",
            limit: .integer(300),
            items: [.movie("XYZ")],
            outcome: .ownPolicy,
            because: .labelUnknown
        ),
        ConformanceRow(
            27,
            .own,
            "an empty label is missing",
            limit: .integer(300),
            items: [.movie(""), .movie(" \t")],
            outcome: .ownPolicy,
            because: .labelMissing
        ),
        ConformanceRow(
            28,
            .apple,
            "a region without a system has no numbers",
            limit: .integer(300),
            items: [.movie("PG", "zz")],
            outcome: .ownPolicy,
            because: .regionUnknown
        ),
        ConformanceRow(
            29,
            .apple,
            "few regions rate television",
            limit: .integer(300),
            items: [.show("VM14", "it")],
            outcome: .ownPolicy,
            because: .noTVSystem
        ),
        ConformanceRow(
            30,
            .own,
            "uk is gb, in any case",
            limit: .integer(350),
            items: [.movie("15", "uk"), .movie("15", "GB")],
            outcome: .allow
        ),
        ConformanceRow(
            31,
            .derived,
            "12A is above 12",
            limit: .integer(300),
            items: [.movie("12A", "gb")],
            outcome: .deny
        ),
        ConformanceRow(
            32,
            .own,
            "FSK 16 is Ab 16 Jahren",
            limit: .integer(500),
            items: [.movie("FSK 16", "de")],
            outcome: .allow
        ),
        ConformanceRow(
            33,
            .derived,
            "Ab 16 Jahren is 500",
            limit: .integer(400),
            items: [.movie("Ab 16 Jahren", "de")],
            outcome: .deny
        ),
        ConformanceRow(
            34,
            .derived,
            "Från 15 år is 350",
            limit: .integer(350),
            items: [.movie("15", "se")],
            outcome: .allow
        ),
        ConformanceRow(
            35,
            .derived,
            "unrated is above every class",
            limit: .integer(300),
            items: [.movie("Unrated")],
            outcome: .deny,
            notes: [.unrated]
        ),
    ]
}
