import AuditFacts

/// How a call of one name stores something: which argument is what.
struct StorageShape: Sendable {
    /// Where a value stands in a call.
    enum Slot: Sendable {
        case receiver
        case label(String)
        case position(Int)
    }

    let operation: StorageUse.Operation
    let target: Slot?
    let content: Slot?

    init(_ operation: StorageUse.Operation, target: Slot? = nil, content: Slot? = nil) {
        self.operation = operation
        self.target = target
        self.content = content
    }
}

extension StorageShape.Slot {
    /// The value at the slot of `call`.
    func value(in call: Syntax.Call) -> Syntax.Expression? {
        switch self {
        case .receiver: call.receiver
        case .label(let label): call[label]
        case .position(let index):
            index < call.arguments.count ? call.arguments[index].value : nil
        }
    }
}
