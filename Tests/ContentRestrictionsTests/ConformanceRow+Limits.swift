import ContentRestrictions
import Preferences
import ProtectionModel

extension ConformanceRow {
    static let limits: [ConformanceRow] = [
        ConformanceRow(
            1,
            .apple,
            "nil means no information, never no limit",
            limit: nil,
            items: [.movie("PG-13")],
            outcome: .ownPolicy,
            because: .limitAbsent
        ),
        ConformanceRow(
            2,
            .apple,
            "an equal rating is allowed",
            limit: .integer(300),
            items: [.movie("PG-13")],
            outcome: .allow
        ),
        ConformanceRow(
            3,
            .apple,
            "a higher rating is refused",
            limit: .integer(300),
            items: [.movie("R")],
            outcome: .deny
        ),
        ConformanceRow(
            4,
            .apple,
            "a limit need not be the number of a label",
            limit: .integer(299),
            items: [.movie("PG-13")],
            outcome: .deny
        ),
        ConformanceRow(
            5,
            .apple,
            "0 is nothing",
            limit: .integer(0),
            items: [.movie("G")],
            outcome: .deny
        ),
        ConformanceRow(
            6,
            .apple,
            "1000 is everything",
            limit: .integer(1000),
            items: [.movie("NC-17")],
            outcome: .allow
        ),
        ConformanceRow(
            7,
            .derived,
            "1000 is everything, unrated too",
            limit: .integer(1000),
            items: [.movie("Unrated")],
            outcome: .allow,
            notes: [.unrated]
        ),
        ConformanceRow(
            8,
            .derived,
            "unrated is 900",
            limit: .integer(900),
            items: [.movie("Unrated")],
            outcome: .allow,
            notes: [.unrated]
        ),
        ConformanceRow(
            9,
            .derived,
            "a real is a number",
            limit: .real(300.0),
            items: [.movie("PG-13")],
            outcome: .allow
        ),
        ConformanceRow(
            10,
            .derived,
            "so is one with a fraction",
            limit: .real(300.5),
            items: [.movie("PG-13")],
            outcome: .allow
        ),
        ConformanceRow(
            11,
            .own,
            "every comparison with NaN is false, so it would let all through",
            limit: .real(.nan),
            items: [.movie("NC-17")],
            outcome: .ownPolicy,
            because: .limitNotFinite
        ),
        ConformanceRow(
            12,
            .own,
            "infinity is not a limit",
            limit: .real(.infinity),
            items: [.movie("NC-17")],
            outcome: .ownPolicy,
            because: .limitNotFinite
        ),
        ConformanceRow(
            13,
            .own,
            "nothing is clamped from below",
            limit: .integer(-1),
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitOutOfRange
        ),
        ConformanceRow(
            14,
            .own,
            "nothing is clamped from above",
            limit: .integer(Int128(Int.max)),
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitOutOfRange
        ),
        ConformanceRow(
            15,
            .own,
            "a boolean is not a number",
            limit: .boolean(true),
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            16,
            .own,
            "a string is not a number",
            limit: .string("300"),
            items: [.movie("PG-13")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            17,
            .own,
            "a string is a number when read leniently",
            limit: .string("300"),
            reading: .lenient,
            items: [.movie("PG-13")],
            outcome: .allow
        ),
        ConformanceRow(
            18,
            .own,
            "so is one with spaces around it",
            limit: .string(" 300 "),
            reading: .lenient,
            items: [.movie("PG-13")],
            outcome: .allow
        ),
        ConformanceRow(
            19,
            .own,
            "data is not a number",
            limit: .data([1]),
            reading: .lenient,
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            19,
            .own,
            "a date is not a number",
            limit: .date(Timestamp(seconds: 300)),
            reading: .lenient,
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            19,
            .own,
            "an array is not a number",
            limit: .array([.integer(300)]),
            reading: .lenient,
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            19,
            .own,
            "a dictionary is not a number",
            limit: .dictionary(["limit": .integer(300)]),
            reading: .lenient,
            items: [.movie("G")],
            outcome: .ownPolicy,
            because: .limitWrongType
        ),
        ConformanceRow(
            56,
            .apple,
            "13+ is above 12+",
            limit: .integer(300),
            items: [.app("13+")],
            outcome: .deny
        ),
        ConformanceRow(
            57,
            .apple,
            "18+ is above 17+",
            limit: .integer(600),
            items: [.app("18+")],
            outcome: .deny
        ),
        ConformanceRow(
            58,
            .apple,
            "9+ is above 4+",
            limit: .integer(100),
            items: [.app("9+")],
            outcome: .deny
        ),
        ConformanceRow(
            59,
            .apple,
            "1 is the code of 1+ and no boolean",
            limit: .integer(1),
            items: [.app("4+")],
            outcome: .deny
        ),
        ConformanceRow(
            60,
            .own,
            "all apps are also those without a rating, whose number is 2000",
            limit: .integer(1000),
            items: [.app("Unrated")],
            outcome: .allow,
            notes: [.unrated]
        ),
    ]
}
