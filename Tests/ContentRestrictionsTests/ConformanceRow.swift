import ContentRestrictions
import Preferences
import Testing

/// One row of the conformance table: a setting, items, and what every one of them comes to.
struct ConformanceRow: CustomTestStringConvertible {
    /// On what a row rests.
    enum Basis: String {
        case apple = "Apple says so"
        case derived = "follows from what Apple says"
        case own = "our own choice where Apple is silent"
    }

    let id: Int
    let basis: Basis
    let says: String
    var limit: PreferenceValue?
    var reading = LimitReading.strict
    var kind = MediaKind.movie
    let items: [RatedItem]
    let expected: RestrictionDecision.Outcome
    var reason: RestrictionDecision.Reason?
    var notes: [RestrictionDecision.Note] = []

    var testDescription: String { "row \(id): \(says)" }

    init(
        _ id: Int,
        _ basis: Basis,
        _ says: String,
        limit: PreferenceValue?,
        reading: LimitReading = .strict,
        items: [RatedItem],
        outcome expected: RestrictionDecision.Outcome,
        because reason: RestrictionDecision.Reason? = nil,
        notes: [RestrictionDecision.Note] = []
    ) {
        self.id = id
        self.says = says
        self.limit = limit
        self.reading = reading
        self.items = items
        self.expected = expected
        self.reason = reason
        self.notes = notes
        self.basis = basis
    }
}

extension RatedItem {
    static func movie(_ label: String, _ region: String? = "us") -> RatedItem {
        RatedItem(.movie, rating: .label(label, region: region))
    }

    static func show(_ label: String, _ region: String = "us") -> RatedItem {
        RatedItem(.tv, rating: .label(label, region: region))
    }

    static func app(_ label: String) -> RatedItem {
        RatedItem(.app, rating: .label(label, region: nil))
    }

    static func file(_ entry: String, _ kind: MediaKind = .movie) -> RatedItem {
        RatedItem(kind, rating: .fileEntry(Array(entry.utf8)))
    }

    static func song(_ advisory: Int?) -> RatedItem {
        RatedItem(.music, isExplicit: advisory.flatMap(ExplicitFlag.advisory))
    }

    static func podcast(_ word: String) -> RatedItem {
        RatedItem(.podcast, isExplicit: ExplicitFlag.podcast(word))
    }
}
