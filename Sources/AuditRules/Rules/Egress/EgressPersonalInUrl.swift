import AuditFacts
import AuditPolicy

/// `egress.personal-in-url`: personal data or a secret in an address.
enum EgressPersonalInUrl: Rule {
    static let description = RuleDescription(
        "egress.personal-in-url",
        "Personal data or a secret is part of a URL",
        severity: .medium,
        isProven: true,
        summary: """
            A phone number, an e-mail address, a token or another sensitive value is part of a URL, as \
            a piece of its text or as a query item. URLs that begin with a scheme other than the web's \
            are not reported, nor is personal data that goes to a host of the policy's `hosts: trusted`.
            """,
        rationale: """
            Addresses are written into the logs of servers and proxies, into histories, caches and \
            crash reports, even when the content is encrypted. A token in one opens the account to \
            everybody who reads them (RFC 6750, section 5.3).
            """,
        remedy: "Send it in a header or in the body of a request, or use an opaque id.",
        references: RuleReferences(
            controls: ["STORAGE-2"],
            weaknesses: ["0005"],
            commonWeaknesses: [598]
        ),
        examples: [
            .swift(
                "a path",
                #"""
                let base = "https://api.example"
                func send(to phoneNumber: String) {
                    load(URL(string: "\(base)/authentication/\(phoneNumber)")!)
                }
                """#,
                findings: [3]
            ),
            .swift(
                "query items of a mail to write",
                """
                func write(_ email: String) {
                    var mail = URLComponents(string: "mailto:")!
                    mail.queryItems = [URLQueryItem(name: "to", value: email)]
                }
                """
            ),
        ]
    )

    static let watches = AddressValue.watched

    static func observations(in context: AuditContext) -> [Observation] {
        AddressValue.all(in: context.calls, context.sensitive).compactMap { part in
            guard let found = told(part, context),
                found.match.sensitivity == .credential || !isTrusted(part, context)
            else { return nil }
            return Observation(
                part.isGuess
                    ? "'\(found.name)' is part of what seems to be an address"
                    : "'\(found.name)' is part of the URL",
                because: part.isGuess ? found.guessed : found,
                path: part.scope.file.path,
                span: part.span,
                way: part.way
            )
        }
    }

    private static func isTrusted(_ part: AddressValue, _ context: AuditContext) -> Bool {
        context.isTrusted(part.maker ?? part.scope)
    }

    private static func told(_ part: AddressValue, _ context: AuditContext) -> SensitiveName? {
        let sensitive = context.sensitive
        guard context.code.shape(of: part.value, in: part.scope) == .open,
            !ValueForms.conceals(part.value)
        else { return nil }
        if let found = sensitive.find(in: part.value, part.scope) { return found }
        if let name = part.name, let found = item(name, part.scope, context) { return found }
        let alias = part.scope.keys(of: part.value).lazy.compactMap { key in
            sensitive.told(key == "phone" ? "phone number" : key, at: part.value.place)
        }
        return alias.first ?? sensitive.find(in: part.value, part.scope, isGuessing: true)?.guessed
    }

    /// The query item's name says what its value is: `token` is no parser's here.
    private static func item(
        _ name: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> SensitiveName? {
        guard let text = context.code.text(of: name, in: scope) else { return nil }
        if searching.contains(text.lowercased()) {
            let match = VocabularyMatch(sensitivity: .personal, term: "search text", isGuess: true)
            return SensitiveName(name: text, match: match, place: name.place)
        }
        guard let match = context.policy.vocabulary.match(text, isGuessing: true) else {
            return nil
        }
        // What opens something is called so nowhere else.
        let isSure = match.sensitivity == .credential || !match.isGuess
        let told = VocabularyMatch(
            sensitivity: match.sensitivity,
            term: match.term,
            isGuess: !isSure
        )
        return SensitiveName(name: text, match: told, place: name.place)
    }

    /// What services call the words that somebody searches for.
    private static let searching: Set<String> = ["q", "query", "search", "keyword", "keywords"]
}
