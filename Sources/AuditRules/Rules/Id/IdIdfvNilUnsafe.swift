import AuditFacts

/// `id.idfv-nil-unsafe`: a vendor identifier that may be nil in an Objective-C literal.
enum IdIdfvNilUnsafe: Rule {
    static let description = RuleDescription(
        "id.idfv-nil-unsafe",
        "A missing identifier for vendor ends the app",
        severity: .medium,
        isProven: false,
        summary: """
            `identifierForVendor` is a value of an Objective-C literal `@{…}` or `@[…]` without \
            something that stands in for `nil`.
            """,
        rationale: """
            `nil` in a literal throws `NSInvalidArgumentException`, and the identifier is `nil` from a \
            restart to the first unlock, when pushes and calls already launch the app.
            """,
        remedy: "Put `?: @\"\"` or `?: NSNull.null` behind it, or leave the entry out.",
        references: RuleReferences(commonWeaknesses: [476]),
        examples: [
            .objectiveC(
                "a dictionary",
                """
                NSDictionary *a(void) { return @{@"id": [[[UIDevice currentDevice] identifierForVendor] UUIDString]}; }
                """,
                findings: [1]
            ),
            .objectiveC(
                "a wrapper",
                """
                NSDictionary *a(void) { return @{@"id": nilWrapper([[[UIDevice currentDevice] identifierForVendor] UUIDString])}; }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.flatMap { scope -> [Observation] in
            guard scope.file.language == .objectiveC else { return [] }
            return scope.steps.flatMap { step -> [Observation] in
                let found = step.statement.expressions.flatMap(\.parts).flatMap(values)
                    .filter(isBare)
                guard !found.isEmpty, !isTested(step, scope) else { return [] }
                return found.map { value in
                    Observation(
                        "identifierForVendor may be nil, which a literal does not take",
                        path: scope.file.path,
                        span: SourceSpan(value.place)
                    )
                }
            }
        }
    }

    /// Whether the step runs only after a look at the identifier, or at a value made of it.
    private static func isTested(_ step: CodeStep, _ scope: CodeScope) -> Bool {
        let holders = scope.variables.names {
            $0.value?.mentions(VendorIdentifierUse.property) ?? false
        }
        let names = holders.union([VendorIdentifierUse.property])
        return step.guards.flatMap(\.condition.expressions).contains {
            $0.mentions(anyOf: names)
        }
    }

    private static func values(of part: Syntax.Expression) -> [Syntax.Expression] {
        switch part.node {
        case .dictionary(let entries): entries.map(\.value)
        case .list(let values): values
        default: []
        }
    }

    /// A chain of messages to it: `nil` runs through to its end.
    private static func isBare(_ value: Syntax.Expression) -> Bool {
        value.chain.contains(VendorIdentifierUse.property)
    }
}
