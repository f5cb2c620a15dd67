import AuditFacts
import AuditPolicy

/// Hosts that sources name in the texts of web addresses.
enum NamedHosts {
    /// The host of an address, in lower case; `nil` for a text that names none.
    static func host(of text: String) -> String? {
        guard let start = text.firstRange(of: "://") else { return nil }
        let authority = text[start.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last.map { $0.prefix { $0 != ":" } } ?? ""
        return host.isEmpty ? nil : host.lowercased()
    }

    /// The hosts that `expression` names: whole texts, and such as begin with all of the host.
    static func all(
        in expression: Syntax.Expression,
        _ scope: CodeScope?,
        _ code: CodeIndex
    ) -> [(host: String, place: SourcePlace)] {
        var found: [(String, SourcePlace)] = []
        expression.forEachPart { part in
            guard let text = start(of: part, scope, code), let host = host(of: text) else { return }
            found.append((host, part.place))
        }
        return found
    }

    /// The fixed text that `part` begins with, up to where the host of an address has ended.
    private static func start(
        of part: Syntax.Expression,
        _ scope: CodeScope?,
        _ code: CodeIndex
    ) -> String? {
        guard case .text(let parts) = part.node else { return nil }
        if let text = code.text(of: part, in: scope) { return text }
        guard case .fixed(let first)? = parts.first,
            let scheme = first.firstRange(of: "://"),
            first[scheme.upperBound...].contains(where: { "/?#:".contains($0) })
        else { return nil }
        return first
    }

    /// The hosts that addresses in `scope` name, themselves or by constants.
    static func all(in scope: CodeScope, _ code: CodeIndex) -> [String] {
        scope.expressions.flatMap(\.parts).flatMap { part -> [String] in
            if case .text = part.node {
                return all(in: part, scope, code).map(\.host)
            }
            guard let name = part.ownName, !scope.isLocal(name),
                let value = code.constant(name, owner: part.chain.dropLast().last, from: scope)
            else { return [] }
            return all(in: value, nil, code).map(\.host)
        }
    }
}

extension AuditContext {
    /// Whether all hosts that addresses in `scope` name are such as identifiers and personal data may
    /// go to; not where it names none.
    func isTrusted(_ scope: CodeScope) -> Bool {
        guard !policy.trustedHosts.isEmpty else { return false }
        let hosts = NamedHosts.all(in: scope, code)
        return !hosts.isEmpty && hosts.allSatisfy(policy.trusts)
    }
}
