import AuditFacts
import AuditPolicy

/// A value that becomes part of the address of a request: a piece of its text, or a query item.
struct AddressValue: Sendable {
    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call that makes the address.
    let span: SourceSpan
    /// The name of the query item; `nil` for a piece of a path.
    let name: Syntax.Expression?
    /// The value.
    let value: Syntax.Expression
    /// What is done with it on its way there, when it is done by functions of the app.
    var way: [RelatedPlace] = []
    /// Whether only its form says that it is part of a URL.
    var isGuess = false
    /// The function that makes the address, where that is another one.
    var maker: CodeScope?

    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "URL", "URLWithString", "NSURL", "URLComponents", "URLQueryItem", "queryItemWithName", "AF",
        "NSURLQueryItem", "GET", "parameters", NamesInBody.query,
    ]

    /// All values that become part of addresses, those that functions are handed for it among them.
    static func all(in calls: CallGraph, _ sensitive: SensitiveValues) -> [AddressValue] {
        let direct =
            texts(in: calls.code) + items(in: calls.code) + parts(in: calls)
            + parameters(in: calls.code)
        let known = Set(direct.map(\.place))
        let others = queries(in: calls.code).filter { !known.contains($0.place) }
        return calls.withWrappers(direct + others) { part, parameter, scope in
            sensitive.tells(parameter.name, scope)
                || part.name.map { sensitive.find(inKey: $0, scope, isGuessing: true) != nil }
                    ?? false
        }
    }

    private struct Place: Hashable {
        let path: String
        let value: SourcePlace
    }

    private var place: Place { Place(path: scope.file.path, value: value.place) }

    // MARK: Texts

    /// Texts with a query that are put together far from where an address is made of them.
    private static func queries(in code: CodeIndex) -> [AddressValue] {
        code.scopes(calling: [NamesInBody.query]).flatMap { scope in
            scope.expressions.flatMap(\.parts).flatMap { text -> [AddressValue] in
                let scheme = Scheme(of: text, scope, code)
                guard scheme != .other, !leadsToMap(text, scope) else { return [] }
                return Self.pieces(of: text).compactMap { label, value in
                    guard label.contains(where: "?&".contains), let name = queryName(before: label)
                    else { return nil }
                    return AddressValue(
                        scope: scope,
                        span: SourceSpan(text.place),
                        name: Syntax.Expression(.text([.fixed(name)]), at: value.place),
                        value: value,
                        isGuess: scheme != .web
                    )
                }
            }
        }
    }

    private static func texts(in code: CodeIndex) -> [AddressValue] {
        let names: Set<String> = [
            "URL", "URLWithString:", "URLComponents", "request", "streamRequest", "download",
            "upload",
        ]
        return code.calls(of: names).flatMap { found in
            guard let text = text(of: found) else { return [AddressValue]() }
            if found.call["relativeTo"] != nil, text.literal == nil {
                return [AddressValue(scope: found.scope, span: found.span, name: nil, value: text)]
            }
            let scheme = Scheme(of: text, found.scope, code)
            if leadsToMap(text, found.scope) { return [] }
            return pieces(of: text, found.scope).compactMap { label, value in
                let item = queryName(before: label)
                guard scheme == .web || scheme == .unknown && item != nil else { return nil }
                return AddressValue(
                    scope: found.scope,
                    span: found.span,
                    name: item.map { Syntax.Expression(.text([.fixed($0)]), at: value.place) },
                    value: value
                )
            }
        }
    }

    private static func text(of found: CallInScope) -> Syntax.Expression? {
        if let receiver = found.receiverName, found.call.name != "URLWithString:" {
            // Alamofire.
            guard ["AF", "Alamofire", "Session"].contains(receiver) else { return nil }
            return found.call.arguments.first?.value
        }
        return found.call["string"] ?? found.call["URLWithString"]
    }

    /// The values that `text` is put together of, each with the fixed text before it.
    private static func pieces(
        of text: Syntax.Expression,
        _ scope: CodeScope
    ) -> [(label: String, value: Syntax.Expression)] {
        scope.sources(of: text).flatMap(\.parts).flatMap { pieces(of: $0) }
    }

    private static func pieces(
        of text: Syntax.Expression
    ) -> [(label: String, value: Syntax.Expression)] {
        switch text.node {
        case .text(let parts): return pieces(of: parts)
        case .operation("+", let operands): return pieces(of: operands)
        case .call(let call) where call.name == "stringWithFormat:":
            let format = call.arguments.first?.value.literal ?? ""
            let labels = LogFormat(format).directives.map(\.label)
            return zip(labels, call.arguments.dropFirst().map(\.value)).map { ($0, $1) }
        default: return []
        }
    }

    private static func pieces(
        of parts: [Syntax.TextPart]
    ) -> [(label: String, value: Syntax.Expression)] {
        var label = ""
        var pieces: [(label: String, value: Syntax.Expression)] = []
        for part in parts {
            switch part {
            case .fixed(let text): label = text
            case .interpolated(let arguments):
                if let value = arguments.first?.value { pieces.append((label, value)) }
                label = ""
            }
        }
        return pieces
    }

    private static func pieces(
        of operands: [Syntax.Expression]
    ) -> [(label: String, value: Syntax.Expression)] {
        zip([""] + operands.map { $0.literal ?? "" }, operands).filter { $0.1.literal == nil }
            .map { ($0.0, $0.1) }
    }

    /// Whether `text` is the address of a map that the user is shown a place on.
    private static func leadsToMap(
        _ text: Syntax.Expression,
        _ scope: CodeScope
    ) -> Bool {
        scope.sources(of: text).flatMap(\.parts).contains { part in
            guard case .text(let parts) = part.node, case .fixed(let start)? = parts.first else {
                return false
            }
            return maps.contains(where: start.contains)
        }
    }

    private static let maps = [
        "://maps.apple.com", "://maps.google.com", "://www.google.com/maps", "://google.com/maps",
        "://www.openstreetmap.org", "://waze.com", "://www.waze.com",
    ]

    /// `token` of `https://a.example/?token=`; `nil` for a text that ends otherwise.
    private static func queryName(before label: String) -> String? {
        guard label.hasSuffix("=") else { return nil }
        let name = label.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : String(name.reversed())
    }

    // MARK: Parts and parameters

    /// What is assigned to the path or query of components.
    private static func parts(in calls: CallGraph) -> [AddressValue] {
        calls.code.scopes.flatMap { scope in
            var scheme: Scheme?
            return scope.steps.flatMap { step -> [AddressValue] in
                guard case .assignment(let target, let value) = step.statement.kind,
                    case .member(let base?, let property) = target.node,
                    properties.contains(property),
                    let type = calls.types.type(of: base, in: scope),
                    ["URLComponents", "NSURLComponents"].contains(type.name)
                else { return [] }
                let known = scheme ?? scope.addressScheme(calls.code)
                scheme = known
                guard known != .other else { return [] }
                return pieces(of: value, scope).map { _, value in
                    AddressValue(scope: scope, span: step.statement.span, name: nil, value: value)
                }
            }
        }
    }

    private static let properties: Set<String> = [
        "path", "percentEncodedPath", "query", "percentEncodedQuery",
    ]

    /// What Alamofire puts into the query: the parameters of a request that gets.
    ///
    /// Source: Alamofire, "Usage", "Request Parameters and Parameter Encoders".
    private static func parameters(in code: CodeIndex) -> [AddressValue] {
        code.calls(of: ["request"]).flatMap { found -> [AddressValue] in
            guard let given = found.call["parameters"],
                isAlamofire(found), found.call["method"].map({ $0.lastName == "get" }) ?? true
            else { return [] }
            let written = found.scope.sources(of: given).flatMap {
                source -> [Syntax.DictionaryEntry] in
                guard case .dictionary(let entries) = source.node else { return [] }
                return entries
            }
            let added = given.ownName.map { found.scope.entries(of: $0) } ?? []
            return (written + added).map { entry in
                AddressValue(
                    scope: found.scope,
                    span: found.span,
                    name: entry.key,
                    value: entry.value
                )
            }
        }
    }

    /// Whether `found` is a call of the library, or of a session that the app keeps of it.
    private static func isAlamofire(_ found: CallInScope) -> Bool {
        guard let receiver = found.receiverName else { return false }
        if ["AF", "Alamofire", "Session"].contains(receiver) { return true }
        return found.scope.file.imports.contains("Alamofire")
            && NameWords.words(of: receiver).contains { ["session", "manager"].contains($0) }
    }

    // MARK: Query items

    private static func items(in code: CodeIndex) -> [AddressValue] {
        let names: Set<String> = [
            "URLQueryItem", "initWithName:value:", "queryItemWithName:value:",
        ]
        var schemes: [ObjectIdentifier: Scheme] = [:]
        return code.calls(of: names).compactMap { found in
            let arguments = found.call.arguments
            guard arguments.count == 2,
                found.call.name == "URLQueryItem" || found.receiverChain.first == "NSURLQueryItem"
            else { return nil }
            let id = ObjectIdentifier(found.scope)
            let scheme = schemes[id] ?? found.scope.addressScheme(code)
            schemes[id] = scheme
            guard scheme != .other else { return nil }
            return AddressValue(
                scope: found.scope,
                span: found.span,
                name: arguments[0].value,
                value: arguments[1].value
            )
        }
    }
}

extension AddressValue: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> { scope.parameters(in: value) }

    func reached(by caller: CallGraph.Caller) -> [AddressValue] {
        let step = RelatedPlace(
            "'\(scope.function.name)' makes it part of the URL",
            path: scope.file.path,
            line: Int(span.start.line)
        )
        let named = name.flatMap { name in
            scope.parameters(in: name).sorted().lazy.compactMap(caller.value).first ?? name
        }
        return caller.values(of: handed).map { given in
            AddressValue(
                scope: caller.scope,
                span: caller.span,
                name: named,
                value: given,
                way: [step] + way,
                isGuess: isGuess,
                maker: maker ?? scope
            )
        }
    }
}

/// What an address leads to, by the scheme it begins with.
private enum Scheme {
    case web, other, unknown

    /// The scheme that `text` begins with, itself or by a constant at its beginning.
    init(of text: Syntax.Expression, _ scope: CodeScope, _ code: CodeIndex) {
        self = .unknown
        for part in scope.sources(of: text).flatMap(\.parts) {
            var start = code.text(of: part, in: scope) ?? ""
            if case .text(let parts) = part.node, case .fixed(let piece)? = parts.first {
                start = piece
            }
            guard let found = Self.scheme(start) else { continue }
            self = found
            if found == .web { return }
        }
    }

    static func scheme(_ text: String) -> Scheme? {
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard name.count > 1, name.first?.isLetter ?? false,
            text.dropFirst(name.count).first == ":"
        else { return nil }
        if ["http", "https", "ws", "wss", "ftp"].contains(name.lowercased()) { return .web }
        // `user:` is the beginning of any text.
        let isAddress =
            text.dropFirst(name.count).hasPrefix("://") || opaque.contains(name.lowercased())
        return isAddress ? .other : nil
    }

    /// Schemes whose addresses name no host.
    ///
    /// Sources: Apple, "Apple URL Scheme Reference"; RFC 6068, RFC 3966, RFC 5724, RFC 2397.
    private static let opaque: Set<String> = [
        "mailto", "tel", "telprompt", "sms", "facetime", "facetime-audio", "data", "about",
        "javascript", "app-settings",
    ]
}

extension CodeScope {
    /// What the addresses that this function makes lead to: by texts that begin with a scheme, and by
    /// what is assigned to a `scheme`.
    fileprivate func addressScheme(_ code: CodeIndex) -> Scheme {
        var found = Scheme.unknown
        for text in expressions.flatMap(\.parts).compactMap(\.literal) {
            guard let scheme = Scheme.scheme(text) else { continue }
            if scheme == .web { return .web }
            found = .other
        }
        for step in steps {
            guard case .assignment(let target, let value) = step.statement.kind,
                target.ownName == "scheme", let text = code.text(of: value, in: self)
            else { continue }
            return ["http", "https"].contains(text.lowercased()) ? .web : .other
        }
        return found
    }
}
