import AuditFacts
import ProtectionModel

/// `device.sidecar-class`: a journal with another class than its database.
enum DeviceSidecarClass: Rule {
    static let description = RuleDescription(
        "device.sidecar-class",
        "A database's journal has another class than the database",
        severity: .high,
        isProven: true,
        summary: """
            A file of an audited device whose name ends in `-wal`, `-shm` or `-journal` has another \
            class than the file it belongs to.
            """,
        rationale: """
            The journal holds the same rows as the database: a weaker class gives them away. With a \
            stronger one the database can be opened while its journal cannot, and SQLite fails, or \
            works without what was written last.
            """,
        remedy: """
            Give the folder of the database its class before the database is made, so that every file \
            beside it gets it too; `protectctl protect CLASS PATH` mends those that are there.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            .device(
                "a journal that anybody can read",
                ExampleDevice(["/db/a.sqlite": .complete, "/db/a.sqlite-wal": .none]),
                findings: ["/db/a.sqlite-wal"]
            ),
            .device(
                "all alike",
                ExampleDevice(["/db/a.db": .complete, "/db/a.db-wal": .complete])
            ),
        ]
    )

    private static let endings = ["-wal", "-shm", "-journal"]

    static func observations(in context: AuditContext) -> [Observation] {
        context.facts.devices.flatMap { device in
            let classes = Dictionary(
                device.files.filter { !$0.isFolder }.map { ($0.path, $0.protectionClass) }
            ) { first, _ in first }
            return device.files.compactMap { file in observation(of: file, classes) }
        }
    }

    private static func observation(
        of file: StoredFile,
        _ classes: [String: ProtectionClass?]
    ) -> Observation? {
        guard !file.isFolder, let actual = file.protectionClass,
            let ending = endings.first(where: file.path.hasSuffix),
            case let base = String(file.path.dropLast(ending.count)),
            let database = classes[base] ?? nil, database != actual
        else { return nil }
        let isWeaker = actual.strength < database.strength
        let consequence =
            isWeaker
            ? "what is in the database can be read here"
            : "the database can be opened at times when this cannot"
        let mending =
            isWeaker ? "\(database.name) \(file.path)" : "\(actual.name) \(base)"
        return Observation(
            "class \(actual.name), and the database has \(database.name): \(consequence)",
            hint: "`protectctl protect \(mending)` makes them alike.",
            path: file.path,
            span: SourceSpan(.start)
        )
    }
}
