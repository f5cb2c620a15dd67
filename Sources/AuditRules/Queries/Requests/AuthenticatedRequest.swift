import AuditFacts
import AuditPolicy

/// A place that gives a request, or all requests of a session, a header or an item of the address
/// that says who asks.
///
/// Sources: RFC 9110, section 11.6.2, RFC 6265, RFC 6750, section 2.3, and Apple's documentation of `URLRequest` and
/// `URLSessionConfiguration`.
struct AuthenticatedRequest {
    /// The file.
    let path: String
    /// Where the header or item is given.
    let place: SourcePlace
    /// It, as it is written.
    let header: String

    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "forHTTPHeaderField", "httpAdditionalHeaders", "HTTPAdditionalHeaders",
        "allHTTPHeaderFields", "HTTPHeader", "HTTPHeaders", "authorization", "bearerToken",
        "addHeader", "URLQueryItem", "queryItemWithName:value:",
    ]

    /// All of `code`, by file and place, but for those that are only posted.
    static func all(in code: CodeIndex) -> [AuthenticatedRequest] {
        code.scopes.filter { scope in
            !isPosted(scope, code) && !isWebView(scope)
        }.flatMap { scope in
            let given = scope.calls.compactMap { header(setBy: $0.call, scope, code) }
            let written = scope.steps.flatMap { entries(of: $0.statement, scope, code) }
            return (given + written).sorted { $0.place < $1.place }.map {
                AuthenticatedRequest(path: scope.file.path, place: $0.place, header: $0.name)
            }
        }
    }

    private typealias Header = (name: String, place: SourcePlace)

    /// `setValue(token, forHTTPHeaderField: "Authorization")` and `.authorization(bearerToken:)`.
    private static func header(
        setBy call: Syntax.Call,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Header? {
        if call.name == "authorization", let label = call.arguments.first?.label,
            ["bearerToken", "username"].contains(label)
        {
            return ("Authorization", call.callee.place)
        }
        if call.name == "HTTPHeader", let name = call["name"], let value = call["value"] {
            return header(name, value, call.callee.place, scope, code)
        }
        if call.name == "addHeader", let name = call["name"], let value = call["value"] {
            return header(name, value, call.callee.place, scope, code)
        }
        if call.name == "URLQueryItem", let name = call["name"], let value = call["value"] {
            return item(name, value, call.callee.place, scope, code)
        }
        if call.name == "queryItemWithName:value:", call.arguments.count == 2 {
            return item(
                call.arguments[0].value,
                call.arguments[1].value,
                call.callee.place,
                scope,
                code
            )
        }
        guard let field = call["forHTTPHeaderField"], let value = call.arguments.first?.value else {
            return nil
        }
        return header(field, value, call.callee.place, scope, code)
    }

    private static func header(
        _ name: Syntax.Expression,
        _ value: Syntax.Expression,
        _ place: SourcePlace,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Header? {
        guard let text = code.text(of: name, in: scope), isCredential(text),
            code.shape(of: value, in: scope) == .open
        else { return nil }
        return (text, place)
    }

    /// `?access_token=…`.
    private static func item(
        _ name: Syntax.Expression,
        _ value: Syntax.Expression,
        _ place: SourcePlace,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Header? {
        guard let text = code.text(of: name, in: scope), items.contains(text.lowercased()),
            code.shape(of: value, in: scope) == .open
        else { return nil }
        return (text, place)
    }

    private static func isCredential(_ header: String) -> Bool {
        names.contains(header.lowercased())
    }

    /// Headers that are given to a request's or session's dictionary of them.
    private static func entries(
        of statement: Syntax.Statement,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> [Header] {
        if case .assignment(let target, let value) = statement.kind,
            case .element(let base, let keys) = target.node, let key = keys.first?.value,
            isHeaders(base.lastName),
            let header = header(key, value, statement.span.start, scope, code)
        {
            return [header]
        }
        return statement.expressions.flatMap(\.parts).flatMap { part -> [Header] in
            guard case .dictionary(let entries) = part.node else { return [] }
            return entries.compactMap { header($0.key, $0.value, $0.key.place, scope, code) }
        }
    }

    private static func isHeaders(_ name: String?) -> Bool {
        let words = NameWords.words(of: name ?? "")
        return words.contains("headers") || words.contains("header")
    }

    /// Whether the function makes requests of another method than `GET`.
    private static func isPosted(_ scope: CodeScope, _ code: CodeIndex) -> Bool {
        let assigned = scope.steps.compactMap { step -> Syntax.Expression? in
            guard case .assignment(let target, let value) = step.statement.kind,
                ["httpMethod", "HTTPMethod", "method"].contains(target.ownName)
            else { return nil }
            return value
        }
        let given = scope.calls.compactMap { $0.call["method"] ?? $0.call["setHTTPMethod"] }
        return (assigned + given).contains { value in
            var name = code.text(of: value, in: scope) ?? value.lastName
            if case .member(let method?, "rawValue") = value.node { name = method.lastName }
            return name.map { posting.contains($0.lowercased()) } ?? false
        }
    }

    /// Whether the request goes into a web view, which has a store of its own.
    private static func isWebView(_ scope: CodeScope) -> Bool {
        scope.calls.contains { site in
            ["load", "loadRequest:"].contains(site.call.name)
                && NameWords.words(of: site.call.receiver?.lastName ?? "").contains("web")
        }
    }

    private static let names: Set<String> = [
        "authorization", "cookie", "x-auth-token", "x-access-token", "x-session-token",
        "x-authorization", "api-secret",
    ]
    private static let items: Set<String> = [
        "token", "access_token", "accesstoken", "auth", "auth_token", "session_token",
    ]
    private static let posting: Set<String> = ["post", "put", "patch", "delete"]
}
