package import ProtectionModel

/// What code can reach: kinds of data × execution contexts × lock states.
///
/// It follows from the policy alone: each kind has the class it demands, each context runs in the
/// lock states of the table.
package struct AccessMatrix: Sendable, Hashable {
    /// A row for each kind, context and lock state the context runs in, in the policy's order.
    package let rows: [AccessMatrixRow]
    private let appendOnly: Set<String>

    /// The matrix of `policy`.
    package init(of policy: Policy) {
        appendOnly = Set(policy.kinds.filter(\.isAppendOnly).map(\.name))
        rows = policy.kinds.flatMap { kind in
            let protection = policy.protectionClass(of: kind)
            let needs = Set(kind.neededBy)
            return policy.contexts.flatMap { context in
                context.orderedStates.map { state in
                    AccessMatrixRow(
                        kind: kind.name,
                        protectionClass: protection,
                        context: context.name,
                        state: state,
                        access: protection.access(in: state),
                        isNeeded: needs.contains(context.name)
                    )
                }
            }
        }
    }

    /// Rows in which a context must reach what it cannot: the policy contradicts itself.
    ///
    /// For a kind that is only appended to, open handles and new files are enough.
    package var contradictions: [AccessMatrixRow] { rows.filter(isContradiction) }

    /// Whether `row` of the matrix says that the policy contradicts itself.
    package func isContradiction(_ row: AccessMatrixRow) -> Bool {
        guard row.isNeeded else { return false }
        switch row.access {
        case .yes: return false
        case .no: return true
        case .openHandlesOnly: return !appendOnly.contains(row.kind)
        }
    }
}

extension Policy {
    /// The class files of `kind` have when nobody gives them more than the policy demands: the
    /// kind's own, else the targets' default, else that of iOS.
    package func protectionClass(of kind: DataKind) -> ProtectionClass {
        kind.minimumClass ?? defaultClass ?? .completeUntilFirstUserAuthentication
    }
}

extension ExecutionContext {
    /// The lock states it runs in, in the order of a day.
    package var orderedStates: [LockState] { LockState.allCases.filter(states.contains) }
}

extension ProtectionClass {
    /// What code can do with files of this class in `state`.
    ///
    /// A locked device is taken to be one whose user has long been away: a background context
    /// runs at any time. Before the first unlock no handle is open from before.
    package func access(in state: LockState) -> AccessMatrixRow.Access {
        let isUserInactive = state == .locked
        if isOpenable(in: state, isUserInactive: isUserInactive) { return .yes }
        let canCreate = isCreatable(in: state, isUserInactive: isUserInactive)
        let canContinue = state == .locked && survivesLockWhileOpen
        return canCreate || canContinue ? .openHandlesOnly : .no
    }
}

extension AccessMatrixRow {
    /// What `rows` of one kind, at least one, contradict, in the words of a message.
    package static func contradiction(_ rows: [AccessMatrixRow]) -> String {
        var names: [String] = []
        for row in rows where !names.contains(row.context) { names.append(row.context) }
        return "'\(rows[0].kind)' is \(rows[0].protectionClass.name), and "
            + names.joined(separator: ", ") + " cannot reach it "
            + (rows[0].state == .locked ? "while locked" : "before the first unlock")
    }
}
