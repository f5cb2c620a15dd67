import AuditFacts
import AuditPolicy

/// `store.log-personal`: a personal or secret value in logs.
enum StoreLogPersonal: Rule {
    static let description = RuleDescription(
        "store.log-personal",
        "A personal or secret value is written into the log",
        severity: .medium,
        isProven: true,
        summary: """
            A value that the vocabulary calls sensitive is printed or logged where anybody with the \
            log can read it, or handed to a service that collects crashes or events. Addresses, \
            payloads and objects that are told whole, and values behind a telling title, are notes. \
            Values that the system's log keeps private by default are not reported, nor constant \
            messages, nor what describes itself without its secret, nor code for debug builds.
            """,
        rationale: """
            Logs leave the device: in sysdiagnoses, crash reports, support requests and the console \
            of any computer the device is connected to. They outlive the data and have no class.
            """,
        remedy: """
            Log that something happened, not what it was; or use `Logger` with `privacy: .private` \
            (the default of texts) or `.sensitive`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0296", "0297"],
            weaknesses: ["0005"],
            commonWeaknesses: [532]
        ),
        examples: [
            .swift(
                "what was typed into fields",
                #"""
                func submit() {
                    NSLog("ccNo: %@", ccNoTextField.text ?? "")
                    print("signing in with \(password)")
                }
                """#,
                findings: [2, 3]
            ),
            .swift(
                "private after a per cent sign",
                """
                func send(_ phoneNumber: String, _ share: Int, _ host: String) {
                    os_log("100 %% by %{public}@ of %d to %@", host, share, phoneNumber)
                }
                """
            ),
        ]
    )

    static let watches = LogFunction.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.logs.compactMap { log -> SensitiveUse? in
            let sure = open(log, context, isGuessing: false).lazy.compactMap {
                told($0, log, context)
            }.first
            if log.isGuess { return sure.flatMap { guessed($0, log) } }
            guard let found = sure ?? guess(log, context) else { return nil }
            return SensitiveUse(
                found: found,
                message: message(found, log),
                path: log.scope.file.path,
                span: log.span,
                way: log.way
            )
        }
        return uses.observations
    }

    /// The values of `log` whose own description does not conceal what they are.
    private static func open(
        _ log: LogCall,
        _ context: AuditContext,
        isGuessing: Bool
    ) -> [LogCall.Shown] {
        log.shown.filter { shown in
            let type = context.calls.types.type(of: shown.value, in: log.scope)
            return type.map { !context.sensitive.isConcealed($0, isGuessing: isGuessing) } ?? true
        }
    }

    private static func message(_ found: SensitiveName, _ log: LogCall) -> String {
        let deed =
            log.collector.map { "'\(found.name)' is handed to \($0)" }
            ?? "'\(found.name)' can be read in the log"
        guard found.match.isGuess else { return deed }
        return deed
            + (found.match.sensitivity == .credential
                ? ", and may be a credential" : ", and may be personal")
    }

    /// What goes to a function that is called like a logger: a note, and of credentials only.
    private static func guessed(_ found: SensitiveName, _ log: LogCall) -> SensitiveUse? {
        guard found.match.sensitivity == .credential else { return nil }
        return SensitiveUse(
            found: found.guessed,
            message: "'\(found.name)' is handed to what seems to be a logger",
            path: log.scope.file.path,
            span: log.span,
            way: log.way
        )
    }

    private static func guess(_ log: LogCall, _ context: AuditContext) -> SensitiveName? {
        guard !LogFunction.isLogger(log.scope.function) else { return nil }
        let carried = CarriedContent(context.sensitive, .shown)
        return open(log, context, isGuessing: true).lazy.compactMap { shown in
            context.sensitive.find(in: shown.value, log.scope, isWhole: true, isGuessing: true)
                ?? titled(shown, log.scope, context)
                ?? carried.find(in: shown.value, log.scope)
        }.first
    }

    /// `Recommending bolus: \(value)`: what stands before a value speaks of something sensitive, which
    /// need not be the value.
    private static func titled(
        _ shown: LogCall.Shown,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> SensitiveName? {
        let ending = NameWords.words(of: shown.label).suffix(3).joined(separator: " ")
        guard let match = context.policy.vocabulary.match(ending, isGuessing: true),
            !isFault(shown.value),
            match.isMeasured || context.code.shape(of: shown.value, in: scope) == .open
        else { return nil }
        return SensitiveName(name: match.term, match: match.guessed, place: shown.value.place)
    }

    /// Whether the value is called an error, a state or another thing that is no content.
    private static func isFault(_ value: Syntax.Expression) -> Bool {
        var inner = value
        while case .call(let call) = inner.node, ValueForms.shows(call),
            let described = call.arguments.first?.value
        {
            inner = described
        }
        let names = inner.chain.last.map { NameWords.words(of: $0) } ?? []
        return names.contains(where: faults.contains)
    }

    private static func told(
        _ shown: LogCall.Shown,
        _ log: LogCall,
        _ context: AuditContext
    ) -> SensitiveName? {
        let scope = log.scope
        if let found = context.sensitive.find(in: shown.value, scope, isWhole: true) {
            return found
        }
        if let name = wholeObject(shown.value, scope),
            let found = context.sensitive.contents(of: name, before: shown.value.place, scope)
        {
            return found
        }
        return labelled(shown.label, shown.value, scope, context)
    }

    /// The local object that is shown with all its properties.
    private static func wholeObject(_ value: Syntax.Expression, _ scope: CodeScope) -> String? {
        switch value.node {
        case .name(let name): scope.isLocal(name) ? name : nil
        case .member(let base?, "description"), .member(let base?, "debugDescription"):
            wholeObject(base, scope)
        default: nil
        }
    }

    /// `key is \(value)`: the message itself says what the value is.
    private static func labelled(
        _ label: String,
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> SensitiveName? {
        var words = NameWords.words(of: label)
        if ["is", "equals", "value"].contains(words.last ?? "") { words.removeLast() }
        let name = words.suffix(3).joined(separator: " ")
        guard let match = context.policy.vocabulary.match(name), name.hasSuffix(match.term),
            match.sensitivity == .credential, context.code.shape(of: value, in: scope) == .open,
            !isFault(value)
        else { return nil }
        return SensitiveName(name: match.term, match: match, place: value.place)
    }

    private static let faults: Set<String> = [
        "error", "err", "reason", "description", "status", "code", "exception", "result", "type",
        "id", "name", "key", "path", "url", "file", "self", "function", "message", "msg", "text",
    ]
}
