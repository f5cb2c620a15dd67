import AuditFacts

/// Values that functions put into items of the keychain that iCloud carries to all devices.
///
/// Source: Apple, Security framework, "Item attribute keys and values", `kSecAttrSynchronizable`.
enum SynchronizedItems {
    /// What the items are; no type of the platform has this name.
    static let outlet = Outlet(
        type: "kSecAttrSynchronizable",
        deed: "keeps it in the keychain of all devices"
    )

    /// The attribute, and the value that an item is made of.
    private static let attribute = "kSecAttrSynchronizable"
    private static let value = "kSecValueData"

    private struct Entry {
        let key: Syntax.Expression
        let value: Syntax.Expression
        let step: CodeStep
    }

    /// The values of items that `scope` makes, when it says that they are synchronized, whatever
    /// else it asks.
    static func sinks(in scope: CodeScope) -> [ValueSink] {
        let entries = scope.steps.flatMap { Self.entries(in: $0) }
        let isSynchronized = entries.contains { entry in
            entry.key.mentions(attribute) && entry.step.guards.isEmpty && isTrue(entry.value)
        }
        guard isSynchronized else { return [] }
        let account = entries.first { $0.key.mentions("kSecAttrAccount") }?.value
        return entries.filter { $0.key.mentions(value) }.map { entry in
            let end = ValueSink.End(
                scope: scope,
                receiver: nil,
                property: nil,
                call: nil,
                step: entry.step,
                span: SourceSpan(entry.key.place)
            )
            return ValueSink(outlet, end, value: entry.value, key: account)
        }
    }

    private static func entries(in step: CodeStep) -> [Entry] {
        if case .assignment(let target, let value) = step.statement.kind,
            case .element(_, let keys) = target.node, let key = keys.first?.value
        {
            return [Entry(key: key, value: value, step: step)]
        }
        return step.statement.expressions.flatMap(\.parts).flatMap { part -> [Entry] in
            guard case .dictionary(let entries) = part.node else { return [] }
            return entries.map { Entry(key: $0.key, value: $0.value, step: step) }
        }
    }

    private static func isTrue(_ value: Syntax.Expression) -> Bool {
        let value = value.withoutWrapping
        return value.node == .boolean(true) || value.ownName == "kCFBooleanTrue"
    }
}
