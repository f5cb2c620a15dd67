import AuditFacts
import AuditPolicy

/// `egress.personal-in-url`: personal data in an address.
enum EgressPersonalInUrl: Rule {
    static let description = RuleDescription(
        "egress.personal-in-url",
        "Personal data is part of an address",
        severity: .medium,
        isProven: true,
        summary: """
            A phone number, an e-mail address or another personal value is part of a URL that is made \
            for `http` or `https`, as a piece of its text or as one of its `queryItems`.
            """,
        rationale: """
            Addresses are written into the logs of servers and proxies, into histories and crash \
            reports, even when the content is encrypted.
            """,
        remedy: "Send it in the body of a request, or use an opaque id.",
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
                "query items of a mail to write, and of what is not known",
                """
                func write(_ email: String, _ start: URL) {
                    var mail = URLComponents(string: "mailto:")!
                    mail.queryItems = [URLQueryItem(name: "to", value: email)]
                    var other = URLComponents(url: start, resolvingAgainstBaseURL: false)!
                    other.queryItems = [URLQueryItem(name: "to", value: email)]
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["URL", "URLWithString", "NSURL", "URLComponents"]

    static func observations(in context: AuditContext) -> [Observation] {
        texts(context) + context.code.scopes.flatMap { queryItems(in: $0, context) }
    }

    private static func texts(_ context: AuditContext) -> [Observation] {
        context.code.calls(of: "URL", "URLWithString:").compactMap { found in
            guard let text = found.call["string"] ?? found.call["URLWithString"],
                isWeb(text, found.scope, context),
                let name = personal(in: text, found.scope, context)
            else { return nil }
            return Observation(
                "'\(name)' is part of the address",
                confidence: .medium,
                path: found.path,
                span: found.span
            )
        }
    }

    /// `components.queryItems = [URLQueryItem(name: …, value: email)]`, of components for the web.
    private static func queryItems(in scope: CodeScope, _ context: AuditContext) -> [Observation] {
        scope.steps.flatMap { step -> [Observation] in
            guard case .assignment(let target, let items) = step.statement.kind,
                case .member(let base?, "queryItems") = target.node, let name = base.ownName,
                let made = scope.value(of: name, before: target.place),
                made.chain.first == "URLComponents", isWeb(made, scope, context)
            else { return [] }
            return items.parts.compactMap { part in
                guard case .call(let item) = part.node, item.name == "URLQueryItem",
                    let value = item["value"],
                    let found = context.sensitive.find(in: value, scope),
                    found.match.sensitivity == .personal
                else { return nil }
                return Observation(
                    "'\(found.name)' is part of the address",
                    confidence: .medium,
                    path: scope.file.path,
                    span: SourceSpan(part.place)
                )
            }
        }
    }

    /// Whether it begins with the scheme of the web, itself or by a constant at its beginning.
    private static func isWeb(
        _ text: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> Bool {
        scope.sources(of: text).flatMap(\.parts).contains { part in
            let whole = context.code.text(of: part, in: scope)
            var start = whole ?? ""
            if case .text(let parts) = part.node, case .fixed(let piece)? = parts.first {
                start = piece
            }
            return start.hasPrefix("http://") || start.hasPrefix("https://")
        }
    }

    private static func personal(
        in text: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> String? {
        for source in scope.sources(of: text) {
            for part in interpolated(source) {
                if let found = context.sensitive.find(in: part, scope) { return found.name }
                if let alias = scope.keys(of: part).first(where: {
                    context.policy.vocabulary.match($0) != nil
                        || NameWords.words(of: $0) == ["phone"]
                }) {
                    return alias
                }
            }
        }
        return nil
    }

    private static func interpolated(_ source: Syntax.Expression) -> [Syntax.Expression] {
        source.parts.flatMap { part -> [Syntax.Expression] in
            switch part.node {
            case .text: part.children
            case .call(let call) where call.name == "stringWithFormat:":
                call.arguments.dropFirst().map(\.value)
            case .operation("+", let operands): operands.filter { $0.literal == nil }
            default: []
            }
        }
    }
}
