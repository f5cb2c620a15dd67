extension DefaultsWrite {
    /// What makes the value sensitive: its own name, or its key; `nil` for nothing, and for a truth
    /// value, number, date or nothing at all.
    package func sensitivity(_ context: AuditContext) -> SensitiveName? {
        guard holdsText(context) else { return nil }
        if let key, let found = context.sensitive.find(inKey: key, scope) { return found }
        if let value, let found = context.sensitive.find(in: value, scope) { return found }
        return ofType(context)
    }

    private func holdsText(_ context: AuditContext) -> Bool {
        if let type, context.code.shape(ofType: type) == .plain { return false }
        guard let value else { return true }
        switch context.code.shape(of: value, in: scope) {
        case .plain: return false
        // The default of a typed key says nothing of what is kept later.
        case .empty: return scope == nil
        case .fixedText, .open: return true
        }
    }

    /// A setter that keeps whatever it is given: its type's name tells what.
    private func ofType(_ context: AuditContext) -> SensitiveName? {
        guard let scope, value?.ownName == "newValue", let type = scope.function.type,
            key.flatMap({ context.code.text(of: $0, in: scope) }) == nil,
            let match = context.policy.vocabulary.match(handler: type)
        else { return nil }
        return SensitiveName(name: type, match: match, place: span.start)
    }
}
