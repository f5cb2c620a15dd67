import AuditFacts
import ProtectionModel

/// `store.class-none`: data written with no protection.
enum StoreClassNone: Rule {
    static let description = RuleDescription(
        "store.class-none",
        "Data is written without protection",
        severity: .high,
        isProven: true,
        summary: """
            A file, folder or database is given the class `none`. Comparisons with it, empty marker \
            files and sources that are not the app's own are not reported.
            """,
        rationale: """
            A file of class `none` is encrypted with a key that every booted device has: whoever \
            takes the device reads it without the passcode, even before the first unlock. The \
            default of iOS is stronger, so this was a choice.
            """,
        remedy: """
            Leave the class out, or name the weakest one that every reader can work with: \
            `completeUntilFirstUserAuthentication` for what background work reads, \
            `completeUnlessOpen` for what it only writes, else `complete`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "an option of a write",
                """
                func save(_ data: Data, to url: URL) throws {
                    try data.write(to: url, options: [.atomic, .noFileProtection])
                }
                """,
                findings: [2]
            ),
            .swift(
                "a class that is shown, and levels of something else",
                """
                func fill(_ rows: inout [FileProtectionType], _ vpn: Tunnel) {
                    rows.append(FileProtectionType.none)
                    label.text = title(for: FileProtectionType.none)
                    vpn.protectionLevel = .none
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.filter { use in
            use.classes.contains { $0.protectionClass == .none } && !use.isMarker
        }.map { use in
            Observation(
                "class none: what is stored here is readable without the passcode",
                path: use.path,
                span: use.span
            )
        }
    }
}
