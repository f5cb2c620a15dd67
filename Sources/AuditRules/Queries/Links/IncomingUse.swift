import AuditFacts
import AuditPolicy

/// A place where a function does what others ask it to: with a link that is opened, or an activity
/// that is continued.
///
/// Sources: Apple's documentation of `UIApplicationDelegate`, `UISceneDelegate` and SwiftUI's
/// `onOpenURL` and `onContinueUserActivity`.
struct IncomingUse: Sendable {
    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call.
    let span: SourceSpan
    /// What it is done with.
    let value: Syntax.Expression
    /// What is done: `is loaded into a web view`.
    let deed: String
    /// Whether a function on the way asks where the link leads, or what the activity is.
    let isChecked: Bool
    /// What is done with the value from here on.
    let way: [RelatedPlace]

    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "load", "loadRequest", "evaluateJavaScript", "removeItem", "removeItemAtPath",
        "removeItemAtURL", "onOpenURL", "onContinueUserActivity",
    ]

    /// All of `calls`, those of functions that hand on what they are given among them.
    static func all(in calls: CallGraph) -> [IncomingUse] {
        let direct = calls.code.calls(of: loading.union(removing).union(running)).compactMap {
            IncomingUse($0, calls)
        }
        return calls.withWrappers(direct) { _, _, _ in false }
    }

    private init?(_ found: CallInScope, _ calls: CallGraph) {
        guard let name = found.call.name, let value = found.call.arguments.first?.value else {
            return nil
        }
        let parts = found.scope.sources(of: value).flatMap(\.parts)
        if Self.removing.contains(name) {
            // Removing the file that was opened is what every importer does.
            guard parts.contains(where: { Self.chosen.contains($0.ownName ?? "") }) else {
                return nil
            }
            deed = "says which file is removed"
        } else {
            guard Self.isWebView(found, calls) else { return nil }
            deed =
                Self.running.contains(name)
                ? "is run in a web view" : "is loaded into a web view"
        }
        scope = found.scope
        span = found.span
        self.value = value
        isChecked = Self.asks(found.scope)
        way = []
    }

    private init(_ inner: IncomingUse, _ caller: CallGraph.Caller, _ value: Syntax.Expression) {
        scope = caller.scope
        span = caller.span
        self.value = value
        deed = inner.deed
        isChecked = inner.isChecked || Self.asks(caller.scope)
        let step = RelatedPlace(
            "with '\(inner.scope.function.name)' it \(inner.deed)",
            path: inner.scope.file.path,
            line: Int(inner.span.start.line)
        )
        way = [step] + inner.way
    }

    private static func isWebView(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        guard let receiver = found.call.receiver else { return false }
        if let type = calls.types.type(of: receiver, in: found.scope) {
            return calls.types.lineage(of: type.name).contains("WKWebView")
        }
        let words = NameWords.words(of: receiver.lastName ?? "")
        return words == ["web", "view"] || words == ["webview"] || words == ["wk", "web", "view"]
    }

    private static let loading: Set<String> = ["load", "loadRequest:"]
    private static let running: Set<String> = [
        "evaluateJavaScript", "evaluateJavaScript:completionHandler:",
    ]
    private static let removing: Set<String> = [
        "removeItem", "removeItemAtPath:error:", "removeItemAtURL:error:",
    ]
    private static let chosen: Set<String> = ["userInfo", "queryItems", "query", "fragment"]

    /// Whether the function asks anything of a link or activity, or calls one that is named for it.
    private static func asks(_ scope: CodeScope) -> Bool {
        scope.expressions.flatMap(\.parts).contains { part in
            guard let name = part.ownName else { return false }
            return asked.contains(name)
                || NameWords.words(of: name).contains(where: deciding.contains)
        }
    }

    private static let asked: Set<String> = [
        "host", "scheme", "activityType", "path", "pathComponents", "lastPathComponent",
        "pathExtension", "isFileURL", "domain", "contains", "hasPrefix", "hasSuffix", "allSatisfy",
    ]
    private static let deciding: Set<String> = [
        "valid", "validate", "validated", "allowed", "allow", "trusted", "trust", "supported",
        "verify", "verified", "check", "matches", "match", "parse", "parser", "sanitize",
        "permitted",
        "whitelist", "allowlist", "can", "should", "confirm", "confirmation", "alert",
    ]
}

extension IncomingUse: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> {
        let names = mentioned
        return Set(
            scope.function.parameters.indices.filter {
                names.contains(scope.function.parameters[$0].name)
            }
        )
    }

    func reached(by caller: CallGraph.Caller) -> [IncomingUse] {
        caller.values(of: handed).map { IncomingUse(self, caller, $0) }
    }

    /// The names that the value is made of, however.
    private var mentioned: Set<String> {
        Set(
            scope.sources(of: value).flatMap(\.parts).compactMap { part in
                guard case .name(let name) = part.node else { return nil }
                return name
            }
        )
    }
}

extension IncomingUse {
    /// The name of the link or activity that others handed the app; `nil` where the value is made of
    /// none.
    var source: String? {
        let names = mentioned
        let parameter = scope.function.parameters.first { parameter in
            names.contains(parameter.name) && Self.isIncoming(parameter, scope.function)
        }
        if let parameter { return parameter.name }
        return names.sorted().first { name in
            guard let handed = scope.handed(name, before: value.place) else { return false }
            return handed.index == 0 && Self.openers.contains(handed.call.name ?? "")
        }
    }

    private static func isIncoming(
        _ parameter: Syntax.Parameter,
        _ function: Syntax.Function
    ) -> Bool {
        guard function.name.contains(":") else {
            return ["application", "scene"].contains(function.name)
                && ["continue", "open", "openURLContexts"].contains(parameter.label ?? "")
        }
        return selectors.contains(function.name)
            && function.parameters.dropFirst().first?.name == parameter.name
    }

    private static let openers: Set<String> = ["onOpenURL", "onContinueUserActivity"]
    private static let selectors: Set<String> = [
        "application:continueUserActivity:restorationHandler:", "scene:continueUserActivity:",
        "application:openURL:options:", "scene:openURLContexts:",
    ]
}
