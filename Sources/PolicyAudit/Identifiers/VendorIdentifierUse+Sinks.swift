extension VendorIdentifierUse {
    /// Calls that are handed the identifier, directly or by a name that holds it.
    package var receivingCalls: [CallInScope] {
        scope.calls.filter { site in
            site.call.arguments.contains { isPart(of: $0.value) }
        }.map { CallInScope(scope: scope, site: $0) }
    }
}
