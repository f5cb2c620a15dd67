package import AuditFacts
package import AuditPolicy

/// Tells by their names which values are sensitive.
///
/// The name nearest to the value decides: `credentials.count` is a number, `user.password` a
/// password, `passwordField.text` what was typed there. Where the name says nothing, a local value
/// is followed to what it was made of.
package struct SensitiveValues: Sendable {
    let vocabulary: Vocabulary
    let calls: CallGraph
    /// Fields that hide what is typed into them.
    let secured: SecureFields

    var code: CodeIndex { calls.code }

    /// Values of `calls` recognized by `vocabulary`.
    package init(_ vocabulary: Vocabulary, _ calls: CallGraph) {
        self.vocabulary = vocabulary
        self.calls = calls
        secured = SecureFields(calls)
    }

    /// What makes the value of `expression` sensitive; `nil` for nothing that is known.
    ///
    /// `isWhole` says that all of it can be read where it goes: the members of a structure, too. Terms
    /// of the vocabulary that are guesses count only where one `isGuessing`.
    package func find(
        in expression: Syntax.Expression,
        _ scope: CodeScope?,
        isWhole: Bool = false,
        isGuessing: Bool = false
    ) -> SensitiveName? {
        var search = SensitivitySearch(values: self, isGuessing: isGuessing)
        return search.find(in: expression, scope, isWhole: isWhole)
    }

    /// What makes a key, label or other fixed text speak of something sensitive.
    package func find(
        inKey expression: Syntax.Expression,
        _ scope: CodeScope?,
        isGuessing: Bool = false
    ) -> SensitiveName? {
        guard let name = code.text(of: expression, in: scope) ?? Self.keyName(expression),
            name.utf8.count <= Self.keyLength, !CodeIndex.asks(name)
        else { return nil }
        return told(name, at: expression.place, isGuessing: isGuessing)
    }

    /// How long a key is, in bytes; a longer text is none.
    private static let keyLength = 256

    /// `pin` of `Key.pin.rawValue`.
    private static func keyName(_ expression: Syntax.Expression) -> String? {
        if case .member(let base?, "rawValue") = expression.node { return base.lastName }
        return expression.lastName
    }

    /// Whether the name of a value alone says that it is sensitive.
    func tells(_ name: String, _ scope: CodeScope) -> Bool {
        let place = scope.function.span.start
        return find(in: Syntax.Expression(.name(name), at: place), scope) != nil
    }

    func told(
        _ name: String,
        at place: SourcePlace,
        isGuessing: Bool = false
    ) -> SensitiveName? {
        guard !ValueForms.isHidden(name) else { return nil }
        return vocabulary.match(name, isGuessing: isGuessing).map {
            SensitiveName(name: name, match: $0, place: place)
        }
    }
}

/// A sensitive value and the name that shows it to be one.
package struct SensitiveName: Sendable, Hashable {
    /// The name in the code, or the text of a key.
    package let name: String
    /// What it indicates.
    package let match: VocabularyMatch
    /// Where it stands.
    package let place: SourcePlace
    /// What it passes on its way to where it was looked for, when that is another function.
    package var way: [RelatedPlace] = []

    /// It, called `name`.
    func named(_ name: String) -> SensitiveName {
        SensitiveName(name: name, match: match, place: place, way: way)
    }

    /// It, as no more than a guess.
    var guessed: SensitiveName {
        SensitiveName(name: name, match: match.guessed, place: place, way: way)
    }

    /// It, after one more step of its way: `message`, at `place` of `path`.
    func after(_ message: String, _ path: String, _ place: SourcePlace) -> SensitiveName {
        var next = self
        next.way.append(RelatedPlace(message, path: path, line: Int(place.line)))
        return next
    }
}
