import AuditFacts

/// `id.idfv-force-unwrap`: the identifier for vendor unwrapped by force.
enum IdIdfvForceUnwrap: Rule {
    static let description = RuleDescription(
        "id.idfv-force-unwrap",
        "The identifier for vendor is unwrapped by force",
        severity: .medium,
        isProven: true,
        summary: "`identifierForVendor` is followed by `!` in the app's own sources.",
        rationale: """
            The value is `nil` after a restart until the device is unlocked for the first time, and \
            code that is launched by a push, a call or a background task then ends the app. \
            (Apple's documentation of `UIDevice.identifierForVendor`.)
            """,
        remedy: "Use `guard let` and try again when the device has been unlocked.",
        references: RuleReferences(commonWeaknesses: [476]),
        examples: [
            .swift(
                "the value itself",
                "func id() -> UUID { UIDevice.current.identifierForVendor! }",
                findings: [1]
            ),
            .swift(
                "bound safely",
                """
                func id() -> UUID? { guard let id = UIDevice.current.identifierForVendor else { return nil }; return id }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.flatMap { scope in
            scope.expressions.flatMap(\.parts).compactMap { part in
                guard case .unwrapped(let value) = part.node,
                    value.lastName == VendorIdentifierUse.property
                else { return nil }
                return Observation(
                    "identifierForVendor is nil before the first unlock",
                    path: scope.file.path,
                    span: SourceSpan(value.place)
                )
            }
        }
    }
}
