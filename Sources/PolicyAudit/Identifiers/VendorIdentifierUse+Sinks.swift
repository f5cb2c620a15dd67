extension VendorIdentifierUse {
    /// Calls that are handed the identifier, directly or by a name that holds it.
    package var receivingCalls: [CallInScope] {
        scope.calls.filter { site in
            site.call.arguments.contains { isPart(of: $0.value) }
        }.map { CallInScope(scope: scope, site: $0) }
    }

    /// The statements it is part of.
    package var statements: [CodeStep] {
        scope.steps.filter { step in
            switch step.statement.kind {
            case .expression(let value), .variable(_, _, .some(let value)),
                .leave(_, .some(let value)):
                isPart(of: value)
            case .assignment(let target, let value): isPart(of: value) || isPart(of: target)
            default: false
            }
        }
    }
}
