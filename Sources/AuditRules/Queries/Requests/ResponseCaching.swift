import AuditFacts

/// What sources say of the cache that sessions keep answers in.
///
/// Sources: Apple's documentation of `URLCache`, `URLSessionConfiguration.urlCache` and
/// `URLRequest.CachePolicy`, and Alamofire's of `ResponseCacher`. A policy like
/// `reloadIgnoringLocalCacheData` says what is read, and what comes is stored all the same.
struct ResponseCaching {
    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "URLCache", "NSURLCache", "urlCache", "ephemeral", "ephemeralSessionConfiguration",
        "doNotCache", "URLSessionConfiguration", "NSURLSessionConfiguration",
    ]

    /// Where a cache on disk is made.
    let onDisk: [CallInScope]
    /// Whether anything turns the cache off, chooses what is kept, or removes it.
    let isDecided: Bool

    /// What the sources at `paths` say.
    init(_ paths: Set<String>, _ code: CodeIndex) {
        let scopes = code.scopes.filter { paths.contains($0.file.path) }
        let made = code.calls(of: Self.makers).filter { paths.contains($0.path) }
        onDisk = made.filter { Self.capacity(of: $0, code).map { $0 != "0" } ?? false }
        let isEmptied =
            onDisk.isEmpty
            && scopes.contains { scope in
                scope.calls.contains { Self.emptying.contains($0.call.name ?? "") }
            }
        isDecided =
            isEmptied || made.count > onDisk.count
            || scopes.contains { scope in scope.expressions.contains(where: Self.refuses) }
            || scopes.contains { Self.assigns($0) }
            || code.files.contains { file in
                paths.contains(file.path)
                    && (file.functions.contains(where: Self.isAnswer)
                        || file.variables.contains { $0.value.map(Self.refuses) ?? false })
            }
    }

    /// Whether `expression` makes a session without a cache on disk, or a request that forbids one.
    private static func refuses(_ expression: Syntax.Expression) -> Bool {
        expression.hasPart { part in
            switch part.node {
            case .member(let base?, "ephemeral"): base.lastName == "URLSessionConfiguration"
            case .member(_, "doNotCache"), .name("ephemeralSessionConfiguration"),
                .member(_, "ephemeralSessionConfiguration"):
                true
            case .call(let call): call["configuration"].map(isEphemeral) ?? false
            default: part.literal?.contains("no-store") ?? false
            }
        }
    }

    private static func isEphemeral(_ value: Syntax.Expression) -> Bool {
        guard case .member(nil, "ephemeral") = value.node else { return false }
        return true
    }

    /// Where sources make a session's configuration that caches.
    static func sessions(in code: CodeIndex) -> [(path: String, place: SourcePlace)] {
        let scoped = code.scopes.flatMap { scope in
            scope.expressions.flatMap { defaults(in: $0) }.map { (scope.file.path, $0) }
        }
        let stored = code.files.flatMap { file in
            file.variables.compactMap(\.value).flatMap { defaults(in: $0) }.map { (file.path, $0) }
        }
        return (scoped + stored).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    private static func defaults(in expression: Syntax.Expression) -> [SourcePlace] {
        expression.parts.compactMap { part in
            guard case .member(let base?, let name) = part.node,
                ["URLSessionConfiguration", "NSURLSessionConfiguration"].contains(base.lastName),
                ["default", "defaultSessionConfiguration"].contains(name)
            else { return nil }
            return part.place
        }
    }

    /// `configuration.urlCache = nil`; one that the app makes is looked at where it is made.
    private static func assigns(_ scope: CodeScope) -> Bool {
        let cleared = scope.calls.contains {
            $0.call.name == "setURLCache:" && $0.call.arguments.first?.value.node == .null
        }
        return cleared
            || scope.steps.contains { step in
                guard case .assignment(let target, let value) = step.statement.kind else {
                    return false
                }
                return ["urlCache", "URLCache"].contains(target.ownName) && value.node == .null
            }
    }

    /// The number of bytes on disk of a cache that `found` makes, as it is written.
    private static func capacity(of found: CallInScope, _ code: CodeIndex) -> String? {
        guard let bytes = found.call["diskCapacity"] else { return nil }
        if case .number(let text) = bytes.node { return text }
        return "unknown"
    }

    /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`.
    private static func isAnswer(_ function: Syntax.Function) -> Bool {
        function.parameters.contains { $0.label == "willCacheResponse" }
            || function.name.contains(":willCacheResponse:")
    }

    private static let makers: Set<String> = [
        "URLCache", "initWithMemoryCapacity:diskCapacity:diskPath:",
        "initWithMemoryCapacity:diskCapacity:directoryURL:",
    ]
    private static let emptying: Set<String> = ["removeAllCachedResponses"]
}
