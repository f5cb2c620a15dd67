import AuditFacts
import AuditPolicy

/// A value that an object of the platform takes: at the statement that hands it over, or at a call
/// of a function that does.
struct ValueSink: Sendable {
    /// What takes it.
    let outlet: Outlet
    /// Where it is taken.
    let end: End
    /// The function that the values stand in.
    let scope: CodeScope
    /// The lines of the statement, or of the call that hands them over.
    let span: SourceSpan
    /// The values.
    let values: [Syntax.Expression]
    /// The key they are taken under; `nil` for none, and for one that is not known here.
    let key: Syntax.Expression?
    /// What is done with them from here on.
    let way: [RelatedPlace]

    /// The statement that hands a value over.
    struct End: Sendable {
        /// The function it stands in.
        let scope: CodeScope
        /// The object; `nil` for the one whose method it stands in.
        let receiver: Syntax.Expression?
        /// The property; `nil` for a method, and for an entry of the object itself.
        let property: String?
        /// The call; `nil` for an assignment.
        let call: Syntax.Call?
        /// The statement.
        let step: CodeStep
        /// Its lines, or those of the call.
        let span: SourceSpan
    }

    init(_ outlet: Outlet, _ end: End, value: Syntax.Expression, key: Syntax.Expression?) {
        self.init(outlet, end, end.scope, end.span, [value], key, [])
    }

    private init(
        _ outlet: Outlet,
        _ end: End,
        _ scope: CodeScope,
        _ span: SourceSpan,
        _ values: [Syntax.Expression],
        _ key: Syntax.Expression?,
        _ way: [RelatedPlace]
    ) {
        self.outlet = outlet
        self.end = end
        self.scope = scope
        self.span = span
        self.values = values
        self.key = key
        self.way = way
    }
}

extension ValueSink: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> {
        values.reduce(into: []) { handed, value in
            let asked = Self.asked(in: value)
            handed.formUnion(
                scope.parameters(in: value).filter { index in
                    !asked.contains(scope.function.parameters[index].name)
                }
            )
        }
    }

    /// The names that `value` takes only elements of.
    ///
    /// Of `info["title"]` that is `info`: what else it has does not get there.
    private static func asked(in value: Syntax.Expression) -> Set<String> {
        let parts = value.parts
        let bases = parts.compactMap { part -> String? in
            guard case .element(let base, _) = part.node else { return nil }
            return base.withoutWrapping.ownName
        }
        return Set(bases).filter { name in
            parts.count { $0.node == .name(name) } == bases.count { $0 == name }
        }
    }

    func reached(by caller: CallGraph.Caller) -> [ValueSink] {
        let given = caller.values(of: handed)
        guard !given.isEmpty else { return [] }
        let keyed = key.map { scope.parameters(in: $0) } ?? []
        let step = RelatedPlace(
            "'\(scope.function.name)' \(outlet.deed)",
            path: scope.file.path,
            line: Int(span.start.line)
        )
        return [
            ValueSink(
                outlet,
                end,
                caller.scope,
                caller.span,
                given,
                keyed.sorted().lazy.compactMap(caller.value).first,
                [step] + way
            )
        ]
    }
}

extension ValueSink {
    /// What makes the values sensitive: what they are made of, their key, or what was put into the
    /// local value that is handed over; `nil` for nothing, and for numbers, truth values and fixed
    /// texts.
    ///
    /// Guesses count only where one `isGuessing`, and only where nothing is sure.
    func sensitivity(_ context: AuditContext, isGuessing: Bool = false) -> SensitiveName? {
        let open = values.filter { value in
            context.code.shape(of: value, in: scope) == .open && !isCaption(value, context)
        }
        guard !open.isEmpty else { return nil }
        let sensitive = context.sensitive
        for guesses in isGuessing ? [false, true] : [false] {
            if let key, open.contains(where: isPlaintext),
                let found = sensitive.find(inKey: key, scope, isGuessing: guesses)
            {
                return found
            }
            for value in open {
                if let found = sensitive.find(in: value, scope, isGuessing: guesses) {
                    return found
                }
            }
        }
        return open.lazy.compactMap { value in
            guard case .name(let name) = value.withoutWrapping.node, scope.isLocal(name) else {
                return nil
            }
            return sensitive.contents(of: name, before: value.place, scope)
        }.first
    }

    /// Whether `value` is a property of a type that is computed of a fixed text: `L10n.newPassword`.
    private func isCaption(_ value: Syntax.Expression, _ context: AuditContext) -> Bool {
        guard case .member(let base?, let name) = value.withoutWrapping.node,
            let type = context.calls.types.type(of: base, in: scope),
            let owner = context.calls.types.fullName(type.name),
            let getter = context.calls.types.getter(of: name, in: owner),
            let body = context.code.scope(of: getter)
        else { return false }
        let results = body.results
        return !results.isEmpty
            && results.allSatisfy { context.code.shape(of: $0, in: body) == .fixedText }
    }

    /// Whether `value` may be what its key is called: it is not encrypted, hashed or only its id.
    private func isPlaintext(_ value: Syntax.Expression) -> Bool {
        !ValueForms.refers(value)
            && !scope.sources(of: value).contains(where: ValueForms.conceals)
    }

    /// What `message` says of it, for the name `found`.
    func use(
        _ found: SensitiveName,
        _ message: String,
        ceiling: FindingLevel = .error
    ) -> SensitiveUse {
        SensitiveUse(
            found: found,
            message: message,
            path: scope.file.path,
            span: span,
            way: way,
            ceiling: ceiling
        )
    }
}
