import AuditFacts
import AuditPolicy

/// `store.remove-by-url-string`: a file that stays, for it is named by the text of its URL.
enum StoreRemoveByUrlString: Rule {
    static let description = RuleDescription(
        "store.remove-by-url-string",
        "A file is removed by the text of its URL, and stays",
        severity: .medium,
        isProven: true,
        summary: """
            `removeItem(atPath:)`, or another function that takes a path, is handed \
            `url.absoluteString`, the description of a URL or a text that begins with one. So is a \
            call that sets attributes, such as the file's class, and `fileExists(atPath:)` as the \
            condition of a removal.
            """,
        rationale: """
            The text of a URL begins with `file://`, and no path does. Nothing lies there, so nothing \
            is removed and nothing protected. With `try?` nobody hears of it, and what was to go \
            stays on the device and in its backups.
            """,
        remedy: """
            Hand the URL itself to `removeItem(at:)`, or `url.path`, and do not drop the error.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0302"],
            weaknesses: ["0001"],
            commonWeaknesses: [459]
        ),
        examples: [
            .swift(
                "an export that stays",
                """
                func finish(_ export: URL) {
                    try? FileManager.default.removeItem(atPath: export.absoluteString)
                }
                """,
                findings: [2]
            ),
            .swift(
                "by its path",
                """
                func finish(_ export: URL) {
                    try? FileManager.default.removeItem(atPath: export.path)
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = [
        "removeItem", "removeItemAtPath", "removeItemAtURL", "unlink",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let direct = context.code.scopes.flatMap { scope in
            scope.calls.flatMap { FilePathUse.all(of: $0, scope, context) }
        }
        let uses = context.calls.withWrappers(direct) { _, _, _ in false }
        var seen: Set<Observation> = []
        return uses.compactMap { use in
            guard context.calls.isAddressText(use.value, in: use.scope) else { return nil }
            let seen = seen.insert(use.observation)
            return seen.inserted ? seen.memberAfterInsert : nil
        }
    }
}

/// A path that something is to be removed by, or protected.
private struct FilePathUse {
    /// What does not happen.
    let effect: String
    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call.
    let span: SourceSpan
    /// The path.
    let value: Syntax.Expression
    /// What is done with it on its way there, when it is done by functions of the app.
    var way: [RelatedPlace] = []

    private static let removed = "nothing is removed"

    /// Those of the call at `site`: none or one.
    static func all(
        of site: CallSite,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> [FilePathUse] {
        guard let (effect, value) = use(of: site, scope),
            context.calls.types.functions(calledBy: site.call, in: scope).isEmpty
        else { return [] }
        let span = CallInScope(scope: scope, site: site).span
        return [FilePathUse(effect: effect, scope: scope, span: span, value: value)]
    }

    private static func use(
        of site: CallSite,
        _ scope: CodeScope
    ) -> (effect: String, path: Syntax.Expression)? {
        let call = site.call
        switch call.name {
        case "removeItem":
            return (call["atPath"] ?? call["at"].flatMap(madeOfPath)).map { (removed, $0) }
        case "removeItemAtPath:error:": return call.arguments.first.map { (removed, $0.value) }
        case "removeItemAtURL:error:":
            return call.arguments.first.flatMap { madeOfPath($0.value) }.map { (removed, $0) }
        case "unlink" where call.receiver == nil && call.arguments.count == 1:
            return (removed, call.arguments[0].value)
        case "setAttributes", "setAttributes:ofItemAtPath:error:":
            return call["ofItemAtPath"].map { ("nothing is protected", $0) }
        case "fileExists", "fileExistsAtPath:":
            guard let path = call["atPath"] ?? call.arguments.first?.value,
                asks(site, beforeRemovalIn: scope)
            else { return nil }
            return ("no file is found, so \(removed)", path)
        default: return nil
        }
    }

    /// `URL(fileURLWithPath: text)`: a text that is no path names no file here either.
    private static func madeOfPath(_ url: Syntax.Expression) -> Syntax.Expression? {
        guard case .call(let call) = url.node else { return nil }
        return call["fileURLWithPath"] ?? call["filePath"] ?? call["initFileURLWithPath"]
    }

    /// Whether something is removed only where the question at `site` is answered with yes.
    private static func asks(_ site: CallSite, beforeRemovalIn scope: CodeScope) -> Bool {
        scope.calls.contains { removal in
            guard (removal.call.name ?? "").hasPrefix("removeItem") else { return false }
            return scope.steps[removal.step].guards.contains { guarding in
                guard guarding.holds, case .holds(let condition) = guarding.condition else {
                    return false
                }
                return isAsked(site, by: condition)
            }
        }
    }

    /// Whether `condition` holds only where the question does.
    private static func isAsked(_ site: CallSite, by condition: Syntax.Expression) -> Bool {
        switch condition.node {
        case .call(let call): condition.place == site.place && call == site.call
        case .operation("&&", let operands): operands.contains { isAsked(site, by: $0) }
        default: false
        }
    }

    var observation: Observation {
        Observation(
            "\(effect): the path is the text of a URL, with 'file://' before it",
            path: scope.file.path,
            span: span,
            way: way
        )
    }
}

extension FilePathUse: Sink {
    var function: CodeScope? { scope }

    /// The parameter that is the path itself; what only makes it is something else.
    var handed: Set<Int> {
        guard case .name(let name) = value.withoutWrapping.node,
            !scope.variables.hasBindings(of: name)
        else { return [] }
        return Set(
            scope.function.parameters.indices.filter {
                scope.function.parameters[$0].name == name
            }
        )
    }

    func reached(by caller: CallGraph.Caller) -> [FilePathUse] {
        let step = RelatedPlace(
            "'\(scope.function.name)' takes it for a path",
            path: scope.file.path,
            line: Int(span.start.line)
        )
        return caller.values(of: handed).map { given in
            FilePathUse(
                effect: effect,
                scope: caller.scope,
                span: caller.span,
                value: given,
                way: [step] + way
            )
        }
    }
}
