import ContentRestrictions
import Preferences

extension ConformanceRow {
    static let files: [ConformanceRow] = [
        ConformanceRow(
            36,
            .derived,
            "an entry of a file",
            limit: .integer(300),
            items: [.file("mpaa|PG-13|300|")],
            outcome: .allow
        ),
        ConformanceRow(
            37,
            .own,
            "the last bar may be missing",
            limit: .integer(300),
            items: [.file("mpaa|PG-13|300")],
            outcome: .allow
        ),
        ConformanceRow(
            38,
            .derived,
            "the fourth field is a free note",
            limit: .integer(500),
            items: [.file("us-tv|TV-14|500|Violence", .tv)],
            outcome: .allow
        ),
        ConformanceRow(
            39,
            .own,
            "0 without a label is not a rating",
            limit: .integer(300),
            items: [.file("mpaa||0|")],
            outcome: .ownPolicy,
            because: .notRated
        ),
        ConformanceRow(
            40,
            .own,
            "three writers have one meaning of unrated",
            limit: .integer(300),
            items: [
                .file("mpaa|UNRATED|900|"), .file("mpaa|UNRATED|600|"),
                .file("mpaa|Unrated|???|"),
            ],
            outcome: .deny,
            notes: [.unrated]
        ),
        ConformanceRow(
            41,
            .own,
            "the table's number wins, and the difference is told",
            limit: .integer(100),
            items: [.file("us-tv|TV-Y7|100|", .tv)],
            outcome: .deny,
            notes: [.valueMismatch]
        ),
        ConformanceRow(
            42,
            .own,
            "an unknown system's number is used, and told",
            limit: .integer(300),
            items: [.file("qq-movie|Foo|350|")],
            outcome: .deny,
            notes: [.systemUnknown]
        ),
        ConformanceRow(
            43,
            .own,
            "a label alone is not an entry",
            limit: .integer(300),
            items: [.file("PG-13")],
            outcome: .ownPolicy,
            because: .ratingMalformed
        ),
        ConformanceRow(
            44,
            .own,
            "what is not UTF-8 is not an entry",
            limit: .integer(300),
            items: [RatedItem(.movie, rating: .fileEntry([109, 0xFF, 124, 124, 48, 124]))],
            outcome: .ownPolicy,
            because: .ratingMalformed
        ),
        ConformanceRow(
            45,
            .apple,
            "1 is explicit",
            limit: .boolean(false),
            items: [.song(1)],
            outcome: .deny
        ),
        ConformanceRow(
            46,
            .derived,
            "so is 4, as older writers have it",
            limit: .boolean(false),
            items: [.song(4)],
            outcome: .deny
        ),
        ConformanceRow(
            47,
            .derived,
            "0 and 2 are not",
            limit: .boolean(false),
            items: [.song(2), .song(0)],
            outcome: .allow
        ),
        ConformanceRow(
            48,
            .own,
            "without an entry nobody knows",
            limit: .boolean(false),
            items: [.song(nil)],
            outcome: .ownPolicy,
            because: .explicitUnknown
        ),
        ConformanceRow(
            49,
            .apple,
            "explicit items may be allowed",
            limit: .boolean(true),
            items: [.song(1)],
            outcome: .allow
        ),
        ConformanceRow(
            50,
            .apple,
            "nil means no information",
            limit: nil,
            items: [.song(1)],
            outcome: .ownPolicy,
            because: .limitAbsent
        ),
        ConformanceRow(
            51,
            .derived,
            "0 stands for false",
            limit: .integer(0),
            items: [.song(1)],
            outcome: .deny
        ),
        ConformanceRow(
            51,
            .derived,
            "1 stands for true",
            limit: .integer(1),
            items: [.song(1)],
            outcome: .allow
        ),
        ConformanceRow(
            52,
            .own,
            "a string is a boolean when read leniently",
            limit: .string("NO"),
            reading: .lenient,
            items: [.song(1)],
            outcome: .deny
        ),
        ConformanceRow(
            52,
            .own,
            "and else is none",
            limit: .string("NO"),
            items: [.song(1)],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            53,
            .derived,
            "three words of feeds are explicit",
            limit: .boolean(false),
            items: [.podcast("yes"), .podcast("explicit"), .podcast("TRUE")],
            outcome: .deny
        ),
        ConformanceRow(
            54,
            .derived,
            "three are not",
            limit: .boolean(false),
            items: [.podcast("clean"), .podcast("no"), .podcast("False")],
            outcome: .allow
        ),
        ConformanceRow(
            55,
            .apple,
            "books have a key of their own",
            limit: .boolean(false),
            items: [RatedItem(.book, isExplicit: true)],
            outcome: .deny
        ),
    ]
}
