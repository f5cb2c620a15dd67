import AuditFacts

/// A condition of a function that takes links from outside which only asks whether the link contains a
/// text, anywhere: `url.absoluteString.contains("/invite")`.
struct LinkSearch {
    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "absoluteString", "userActivity", "webpageURL", "openURL", "openURLContexts",
        "OpenURLOptionsKey", "NSUserActivity",
    ]

    /// The function that takes the link.
    let scope: CodeScope
    /// Where it asks.
    let place: SourcePlace
    /// What it asks for.
    let text: String
    /// Where the answer comes from, when that is another function.
    let way: [RelatedPlace]

    /// All of `calls` by file and place, of functions that ask nothing else of a link.
    static func all(in calls: CallGraph) -> [LinkSearch] {
        calls.code.scopes.filter(takesLinks).flatMap { scope -> [LinkSearch] in
            guard !asksMore(scope) else { return [] }
            var seen: Set<SourcePlace> = []
            return conditions(of: scope).flatMap(\.parts).compactMap { part in
                guard case .call(let call) = part.node, seen.insert(part.place).inserted else {
                    return nil
                }
                if let text = text(searchedBy: call) {
                    return LinkSearch(scope: scope, place: part.place, text: text, way: [])
                }
                return LinkSearch(answering: call, at: part.place, scope, calls)
            }
        }
    }

    private init(scope: CodeScope, place: SourcePlace, text: String, way: [RelatedPlace]) {
        self.scope = scope
        self.place = place
        self.text = text
        self.way = way
    }

    /// `call` runs a function that only searches the link.
    private init?(
        answering call: Syntax.Call,
        at place: SourcePlace,
        _ scope: CodeScope,
        _ calls: CallGraph
    ) {
        let targets = calls.types.functions(calledBy: call, in: scope)
        guard targets.count == 1, let body = calls.code.scope(of: targets[0].declared),
            !Self.asksMore(body), body.results.count == 1,
            case .call(let search) = body.results[0].node, let text = Self.text(searchedBy: search)
        else { return nil }
        let name = targets[0].function.name
        self.init(
            scope: scope,
            place: place,
            text: text,
            way: [
                RelatedPlace(
                    "'\(name)' answers by a search",
                    path: body.file.path,
                    line: Int(body.results[0].place.line)
                ),
                RelatedPlace(
                    "the link is taken here",
                    path: scope.file.path,
                    line: Int(place.line)
                ),
            ]
        )
    }

    /// The text that `call` looks for in all of an address.
    private static func text(searchedBy call: Syntax.Call) -> String? {
        guard ["contains", "containsString:"].contains(call.name ?? ""),
            call.receiver?.chain.contains("absoluteString") ?? false
        else { return nil }
        return call.arguments.first?.value.literal
    }

    private static func conditions(of scope: CodeScope) -> [Syntax.Expression] {
        scope.steps.flatMap { step -> [Syntax.Expression] in
            guard case .branch(let branch) = step.statement.kind else { return [] }
            return branch.arms.flatMap(\.conditions).compactMap { condition in
                guard case .holds(let value) = condition else { return nil }
                return value
            }
        }
    }

    private static func takesLinks(_ scope: CodeScope) -> Bool {
        let function = scope.function
        if function.name.contains(":") { return selectors.contains(function.name) }
        return ["application", "scene"].contains(function.name)
            && function.parameters.contains {
                ["continue", "open", "openURLContexts"].contains($0.label)
            }
    }

    /// Whether the function asks for a part of the link that says whose it is, or how it begins.
    private static func asksMore(_ scope: CodeScope) -> Bool {
        scope.expressions.contains { $0.mentions(anyOf: parts) }
    }

    private static let parts: Set<String> = [
        "host", "scheme", "path", "pathComponents", "lastPathComponent", "pathExtension",
        "isFileURL", "hasPrefix", "hasPrefix:", "URLComponents", "NSURLComponents", "isEqual:",
    ]
    private static let selectors: Set<String> = [
        "application:continueUserActivity:restorationHandler:", "scene:continueUserActivity:",
        "application:openURL:options:", "scene:openURLContexts:",
        "application:openURL:sourceApplication:annotation:", "application:handleOpenURL:",
    ]
}
