import AuditFacts
import Documents

/// The user activities that an app says it continues.
enum ActivityTypes {
    /// The key of the Info.plist.
    static let key = "NSUserActivityTypes"

    /// A type of activity as code gives it.
    enum Name: Hashable {
        /// A text.
        case text(String)
        /// The bundle identifier and a text after it.
        case bundle(suffix: String)
    }

    /// The type that `expression` is; `nil` where that is not known.
    static func name(
        _ expression: Syntax.Expression,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Name? {
        if let text = code.text(of: expression, in: scope) { return .text(text) }
        return bundleName(expression, scope, code, depth: 0)
    }

    private static func bundleName(
        _ expression: Syntax.Expression,
        _ scope: CodeScope,
        _ code: CodeIndex,
        depth: Int
    ) -> Name? {
        guard depth < 6 else { return nil }
        func named(_ value: Syntax.Expression) -> Name? {
            bundleName(value, scope, code, depth: depth + 1)
        }
        switch expression.node {
        case .unwrapped(let value), .cast(let value, _): return named(value)
        case .operation("??", let operands): return operands.first.flatMap(named)
        case .operation("+", let operands):
            guard operands.count == 2, case .bundle(let start) = named(operands[0]),
                let end = code.text(of: operands[1], in: scope)
            else { return nil }
            return .bundle(suffix: start + end)
        case .text(let parts): return bundleName(parts, scope, code, depth)
        case .name(let name):
            let value =
                scope.isLocal(name)
                ? scope.value(of: name, before: expression.place)
                : code.constant(name, owner: nil, from: scope)
            return value.flatMap(named)
        case .member, .call:
            let chain = expression.chain
            let isBundle = ["Bundle", "NSBundle"].contains(chain.first)
            return isBundle && chain.last == "bundleIdentifier" ? .bundle(suffix: "") : nil
        default: return nil
        }
    }

    private static func bundleName(
        _ parts: [Syntax.TextPart],
        _ scope: CodeScope,
        _ code: CodeIndex,
        _ depth: Int
    ) -> Name? {
        guard case .interpolated(let arguments)? = parts.first, let value = arguments.first?.value,
            case .bundle(let start) = bundleName(value, scope, code, depth: depth + 1)
        else { return nil }
        let texts = parts.dropFirst().map { part -> String? in
            switch part {
            case .fixed(let text): text
            case .interpolated(let arguments):
                arguments.first.flatMap { code.text(of: $0.value, in: scope) }
            }
        }
        guard texts.allSatisfy({ $0 != nil }) else { return nil }
        return .bundle(suffix: start + texts.compactMap { $0 }.joined())
    }

    /// The types that an Info.plist declares: in its list, and with the kinds of documents whose
    /// activities the system itself makes.
    ///
    /// Source: Apple, "Information Property List", `NSUbiquitousDocumentUserActivityType`.
    static func declarations(in info: DocumentNode) -> [DocumentNode] {
        (info[key]?.array ?? []) + documentKinds(of: info).compactMap { $0[documentKey] }
    }

    /// The kinds of documents that an app opens.
    static func documentKinds(of info: DocumentNode) -> [DocumentNode] {
        info["CFBundleDocumentTypes"]?.array ?? []
    }

    /// The key of a kind of document.
    static let documentKey = "NSUbiquitousDocumentUserActivityType"

    /// Whether a release of `target` declares `name`, or may: nothing is known of an Info.plist that
    /// could not be read and of unresolved settings.
    static func mayDeclare(_ target: Target, _ name: Name) -> Bool {
        target.releases.contains { configuration in
            guard let info = configuration.info else { return true }
            return declarations(in: info).compactMap(\.string).contains { declared in
                switch name {
                case .text(let text): declared == text || fits(declared, text)
                case .bundle(let suffix):
                    suffix.isEmpty
                        ? declared == configuration.bundleIdentifier || declared.contains("$")
                        : declared.hasSuffix(suffix)
                }
            }
        }
    }

    /// Whether `declared`, which begins with an unresolved setting, may be `text`.
    private static func fits(_ declared: String, _ text: String) -> Bool {
        guard declared.contains("$"), let end = declared.lastIndex(where: { ")}".contains($0) })
        else { return false }
        return text.hasSuffix(declared[declared.index(after: end)...])
    }

    /// Calls that make a user activity, with the expression of its type.
    static func creations(in code: CodeIndex) -> [(found: CallInScope, type: Syntax.Expression)] {
        code.calls(of: "NSUserActivity", "init", "initWithActivityType:").compactMap { found in
            guard
                found.call.name == "NSUserActivity"
                    || found.receiverChain.first == "NSUserActivity",
                let type = found.call["activityType"]
                    ?? found.call["initWithActivityType"]
            else { return nil }
            return (found, type)
        }
    }

    /// The step that assigns to a member of one of `names` in `scope`, with what is assigned.
    static func assignments(
        of names: Set<String>,
        in scope: CodeScope
    ) -> [(target: Syntax.Expression, value: Syntax.Expression)] {
        scope.steps.compactMap { step in
            guard case .assignment(let target, let value) = step.statement.kind,
                case .member(_, let name) = target.node, names.contains(name)
            else { return nil }
            return (target, value)
        }
    }
}
