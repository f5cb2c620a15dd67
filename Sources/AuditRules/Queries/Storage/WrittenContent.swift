package import AuditFacts
import AuditPolicy

/// What is written into a file, at the place where the value comes from: in the function that writes
/// it, or in one that hands it over to be written.
package struct WrittenContent: Sendable {
    /// The write.
    package let use: StorageUse
    /// The function that the value stands in.
    package let scope: CodeScope
    /// The lines of the write, or of the call that hands the value over.
    package let span: SourceSpan
    /// The value.
    package let value: Syntax.Expression
    /// The path, where that is handed over, too.
    package let target: Syntax.Expression?
    /// What is done with the value from here on.
    package let way: [RelatedPlace]

    /// Everything that `storage` writes, with what is handed over by calls in `calls`.
    static func all(
        _ storage: StorageUses,
        _ calls: CallGraph,
        _ sensitive: SensitiveValues
    ) -> [WrittenContent] {
        let direct = storage.all.compactMap { WrittenContent($0) }
        return calls.withWrappers(direct) { written, parameter, scope in
            sensitive.tells(parameter.name, scope)
                || written.scope.parameters(in: written.value).contains {
                    sensitive.tells(scope.function.parameters[$0].name, scope)
                }
        }
    }

    /// What `use` writes itself; `nil` for what writes nothing, or what everybody knows.
    private init?(_ use: StorageUse) {
        guard use.operation == .write, !use.isMarker, let content = use.content else { return nil }
        self.use = use
        scope = use.scope
        span = use.span
        value = content
        target = use.target
        way = []
    }

    private init(_ inner: WrittenContent, _ caller: CallGraph.Caller, _ value: Syntax.Expression) {
        use = inner.use
        scope = caller.scope
        span = caller.span
        self.value = value
        let path = inner.target.map { inner.scope.parameters(in: $0) } ?? []
        target = path.sorted().lazy.compactMap(caller.value).first
        let step = RelatedPlace(
            "'\(inner.scope.function.name)' writes it",
            path: inner.scope.file.path,
            line: Int(inner.span.start.line)
        )
        way = [step] + inner.way
    }
}

extension WrittenContent: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> { scope.parameters(in: value) }

    func reached(by caller: CallGraph.Caller) -> [WrittenContent] {
        caller.values(of: handed).map { WrittenContent(self, caller, $0) }
    }
}

extension WrittenContent {
    /// What is known of the path, from the write and from who hands it over.
    package func path(_ context: AuditContext) -> PathTrace {
        let own = use.target.map { use.scope.path(of: $0, context.code) }
        let given = way.isEmpty ? nil : target.map { scope.path(of: $0, context.code) }
        return PathTrace(
            folder: own?.folder ?? given?.folder,
            texts: (given?.texts ?? []) + (own?.texts ?? []),
            names: (given?.names ?? []) + (own?.names ?? [])
        )
    }

    /// What makes it sensitive: what it is made of, or the kind of file it is written into; a guess by
    /// the file's name.
    package func sensitivity(_ context: AuditContext) -> SensitiveName? {
        if let found = context.sensitive.origin(of: value, scope) { return found }
        for text in path(context).texts {
            guard let match = KnownValues.match(ofFile: text) else { continue }
            return SensitiveName(name: text, match: match, place: value.place)
        }
        return path(context).texts.lazy.compactMap { named($0, context) }.first
            ?? context.sensitive.find(in: value, scope, isWhole: true, isGuessing: true)?.guessed
            ?? CarriedContent(context.sensitive, .encoded).find(in: value, scope)
            ?? encoded ?? worked(context)
    }

    /// What an app works with whose screens the policy calls sensitive, whatever it is.
    private func worked(_ context: AuditContext) -> SensitiveName? {
        guard context.policy.hasSensitiveScreens, way.isEmpty, path(context).folder != .caches,
            context.code.shape(of: value, in: scope) == .open
        else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "what the app shows",
            isGuess: true
        )
        let name = ValueForms.name(of: value) ?? "what is made here"
        return SensitiveName(name: name, match: match, place: value.place)
    }

    /// What the app encodes is what it knows, whatever that is.
    private var encoded: SensitiveName? {
        let makers = scope.sources(of: value).flatMap(\.parts).compactMap { part -> Syntax.Call? in
            guard case .call(let call) = part.node else { return nil }
            return ValueForms.encodes(call) ? call : nil
        }
        guard let given = makers.first?.arguments.first?.value else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "what the app keeps",
            isGuess: true
        )
        let name = ValueForms.name(of: given) ?? given.lastName ?? "what is encoded"
        return SensitiveName(name: name, match: match, place: value.place)
    }

    /// What a file called `name` seems to hold: `keystore_export.json`, `backup.zip`.
    private func named(_ name: String, _ context: AuditContext) -> SensitiveName? {
        guard context.code.shape(of: value, in: scope) == .open else { return nil }
        let stem = NameWords.words(of: String(name.prefix { $0 != "." }))
        let told = context.policy.vocabulary.match(stem.joined(separator: " "), isGuessing: true)
        guard let term = told?.term ?? stem.first(where: Self.copies.contains) else { return nil }
        let match = VocabularyMatch(
            sensitivity: told?.sensitivity ?? .personal,
            term: term,
            isGuess: true
        )
        return SensitiveName(name: name, match: match, place: value.place)
    }

    /// Words of files that hold much of what an app knows.
    private static let copies: Set<String> = [
        "backup", "export", "exported", "keystore", "archive",
    ]

    /// Whether the write names a class, or it comes from elsewhere: set on the path where it is
    /// written or handed over, or the entitlement's.
    package func isCovered(_ context: AuditContext) -> Bool {
        if use.coverage(context) != nil { return true }
        guard !way.isEmpty, let target else { return false }
        return !context.storage.settings(in: scope, ofAny: scope.rootNames(of: target)).isEmpty
    }
}
