import AuditFacts
import AuditPolicy

/// A place where something sensitive gets where it should not.
struct SensitiveUse {
    /// What makes it sensitive.
    let found: SensitiveName
    /// What is wrong, in lower case without a full stop.
    let message: String
    /// The file.
    let path: String
    /// The lines.
    let span: SourceSpan
    /// What is done with the value from here on.
    let way: [RelatedPlace]
    /// The level it has at most.
    var ceiling = FindingLevel.error
    /// The kind of data that the policy says it is.
    var kind: DataKind?
}

extension [SensitiveUse] {
    /// How many other places a finding names at most.
    private static var placeLimit: Int { 20 }

    /// The observations of them.
    ///
    /// What rests on a guess is said once for all values of one name in a file, and not again by those
    /// who hand such a value to a function that tells of it itself.
    var observations: [Observation] {
        let guesses = filter(\.found.match.isGuess)
        let told = Set(guesses.map { Place($0.path, Int($0.span.start.line)) })
        let own = guesses.filter { use in
            !use.way.contains { told.contains(Place($0.path, $0.line)) }
        }
        var groups: [Name: [SensitiveUse]] = [:]
        var order: [Name] = []
        for use in own {
            let name = Name(path: use.path, name: use.found.name)
            if groups[name, default: []].isEmpty { order.append(name) }
            groups[name, default: []].append(use)
        }
        let sure = filter { !$0.found.match.isGuess }.map { $0.observation(and: []) }
        return sure
            + order.compactMap { name in
                // Those that come in through functions were found after the others.
                let uses = groups[name]?.sorted { $0.span.start < $1.span.start } ?? []
                guard let first = uses.first else { return nil }
                let others = uses.dropFirst().prefix(Self.placeLimit).map {
                    RelatedPlace("here, too", path: $0.path, line: Int($0.span.start.line))
                }
                return first.observation(and: others)
            }
    }

    private struct Place: Hashable {
        let path: String
        let line: Int

        init(_ path: String, _ line: Int) {
            self.path = path
            self.line = line
        }
    }

    private struct Name: Hashable {
        let path: String
        let name: String
    }
}

extension SensitiveUse {
    fileprivate func observation(and others: [RelatedPlace]) -> Observation {
        Observation(
            message,
            because: found,
            ceiling: ceiling,
            path: path,
            span: span,
            kind: kind,
            way: way,
            related: others + [kind?.declaration].compactMap(\.self)
        )
    }
}
