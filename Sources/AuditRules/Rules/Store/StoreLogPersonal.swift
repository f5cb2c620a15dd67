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
            A value that the vocabulary calls sensitive is printed or logged where everybody with the \
            log can read it. Values that the system's log keeps private by default are not reported, \
            nor constant messages, nor code for debug builds.
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
                """
                func submit() {
                    NSLog("ccNo: %@", ccNoTextField.text ?? "")
                    print("signing in with \\(password)")
                }
                """,
                findings: [2, 3]
            ),
            .swift(
                "an object that holds a password",
                """
                func save() {
                    let user = Person()
                    user["password"] = passwordField.text
                    print("user saved: \\(user.description)")
                }
                """,
                findings: [4]
            ),
            .swift(
                "made public on purpose",
                """
                import os
                let logger = Logger()
                func send(_ phoneNumber: String) {
                    logger.info("to \\(phoneNumber, privacy: .public)")
                    os_log("to %{public}@", phoneNumber)
                }
                """,
                findings: [4, 5]
            ),
            .objectiveC(
                "a network's name, which tells the place",
                """
                void scan(NSDictionary *info) {
                    NSLog(@"wifi: %@", info[@"BSSID"]);
                }
                """,
                findings: [2]
            ),
            .swift(
                "what the message says it is",
                """
                func open(_ vendor: UUID) {
                    print("encryption key is \\(vendor)")
                }
                """,
                findings: [2]
            ),
            .swift(
                "after a per cent sign and a width",
                """
                func send(_ phoneNumber: String, _ share: Int) {
                    os_log("%d %%, %*d to %{public}@", share, 8, share, phoneNumber)
                }
                """,
                findings: [2]
            ),
            .swift(
                "private after a per cent sign",
                """
                func send(_ phoneNumber: String, _ share: Int, _ host: String) {
                    os_log("100 %% by %{public}@ of %d to %@", host, share, phoneNumber)
                }
                """
            ),
            .objectiveC(
                "below the level of a release",
                """
                #ifdef DEBUG
                static const DDLogLevel ddLogLevel = DDLogLevelAll;
                #else
                static const DDLogLevel ddLogLevel = DDLogLevelNotice;
                #endif
                void show(NSString *password) { DDLogVerbose(@"%@", password); }
                """
            ),
            .swift(
                "private by default",
                """
                import os
                let logger = Logger()
                func send(_ phoneNumber: String, _ password: String) {
                    logger.info("to \\(phoneNumber)")
                    os_log("with %@", password)
                    logger.error("for \\(password, privacy: .private(mask: .hash))")
                }
                """
            ),
            .swift(
                "constant messages and errors",
                """
                func fail(_ error: Error) {
                    print("wrong password")
                    print("Error: no token")
                    NSLog("password: %@", error.localizedDescription)
                    print("password is wrong: \\(error)")
                }
                """
            ),
            .swift(
                "comments and debug builds",
                """
                func show(_ password: String) {
                    /* print(password) */
                    #if DEBUG
                    print(password)
                    #endif
                }
                """
            ),
            .swift(
                "counts and states",
                """
                func show(_ password: String, _ isPasscodeSet: Bool) {
                    print("length \\(password.count), set \\(isPasscodeSet)")
                }
                """
            ),
            .swift(
                "an own function called print",
                """
                func print(_ text: String) {}
                func show(_ password: String) {
                    print(password)
                }
                """
            ),
        ]
    )

    static let watches = LogCall.watched

    static func observations(in context: AuditContext) -> [Observation] {
        LogCall.all(in: context.code).compactMap { log in
            guard let found = log.shown.lazy.compactMap({ told($0, log, context) }).first else {
                return nil
            }
            return Observation(
                "'\(found.name)' can be read in the log",
                confidence: .medium,
                path: log.found.path,
                span: log.found.span
            )
        }
    }

    private static func told(
        _ shown: (label: String, value: Syntax.Expression),
        _ log: LogCall,
        _ context: AuditContext
    ) -> SensitiveName? {
        let scope = log.found.scope
        if let found = context.sensitive.find(in: shown.value, scope) { return found }
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
            !(value.chain.last.map { NameWords.words(of: $0) } ?? []).contains(
                where: faults.contains
            )
        else { return nil }
        return SensitiveName(name: match.term, match: match, place: value.place)
    }

    private static let faults: Set<String> = [
        "error", "err", "reason", "description", "status", "code", "exception", "result", "type",
        "id", "name", "key", "path", "url", "file", "self", "function", "message", "msg", "text",
    ]
}
