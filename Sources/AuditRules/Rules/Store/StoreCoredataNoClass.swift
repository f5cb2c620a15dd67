import AuditFacts
import AuditPolicy
import ProtectionModel

/// `store.coredata-no-class`: a Core Data store without a class option.
enum StoreCoredataNoClass: Rule {
    static let description = RuleDescription(
        "store.coredata-no-class",
        "A Core Data store is opened without a protection class",
        severity: .medium,
        isProven: true,
        summary: """
            An `NSPersistentContainer` or a persistent store is opened in a file that never sets \
            `NSPersistentStoreFileProtectionKey`. Stores that are always in memory are not reported.
            """,
        rationale: """
            Core Data gives such a store and the files beside it the class \
            `completeUntilFirstUserAuthentication`, not the app's default class: they stay readable \
            while the device is locked, whatever the app keeps in them.
            """,
        remedy: """
            Set `NSPersistentStoreFileProtectionKey` on the store description or in the options.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "a container",
                """
                lazy var container: NSPersistentContainer = {
                    let container = NSPersistentContainer(name: "Model")
                    container.loadPersistentStores { _, _ in }
                    return container
                }()
                """,
                findings: [2]
            ),
            .swift(
                "an option of the description",
                """
                func open() {
                    let container = NSPersistentContainer(name: "Model")
                    container.persistentStoreDescriptions.first?.setOption(
                        FileProtectionType.complete as NSObject,
                        forKey: NSPersistentStoreFileProtectionKey)
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(["NSInMemoryStoreType"])

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.filter { $0.operation == .openCoreData }.compactMap { use in
            guard use.classes.isEmpty, !setsClass(use.scope.file, context),
                !isInMemory(use), !isOwn(use, context), demandsMore(use, context)
            else { return nil }
            let found = context.evidence(near: use)
            return Observation(
                "no class: Core Data gives the store complete-until-first-user-authentication",
                confidence: found == nil ? .low : .medium,
                // Nothing tells that it keeps something worth more.
                ceiling: found == nil ? .note : .error,
                path: use.path,
                span: use.span,
                related: found?.way ?? []
            )
        }
    }

    /// Whether it is a function of the app's own that is called so.
    private static func isOwn(_ use: StorageUse, _ context: AuditContext) -> Bool {
        guard let call = use.call else { return false }
        return !context.calls.types.functions(calledBy: call, in: use.scope).isEmpty
    }

    /// Whether what is kept there needs more than the class that Core Data gives it.
    private static func demandsMore(_ use: StorageUse, _ context: AuditContext) -> Bool {
        let given = ProtectionClass.completeUntilFirstUserAuthentication
        guard let demanded = context.kind(of: use)?.minimumClass else { return true }
        return demanded.strength > given.strength
    }

    private static func setsClass(_ file: CodeFile, _ context: AuditContext) -> Bool {
        context.code.scopes(in: file.path).contains { scope in
            scope.expressions.contains { $0.mentions("NSPersistentStoreFileProtectionKey") }
        }
            || file.variables.contains {
                $0.value?.mentions("NSPersistentStoreFileProtectionKey") ?? false
            }
    }

    /// Whether the store is in memory wherever it is opened, and not where some condition holds.
    private static func isInMemory(_ use: StorageUse) -> Bool {
        if let call = use.call, call.arguments.contains(where: { namesMemory($0.value) }) {
            return true
        }
        let opening = use.scope.steps[use.step]
        return use.scope.steps.contains { step in
            guard step.isReached(with: opening) else { return false }
            switch step.statement.kind {
            case .expression(let value), .variable(_, _, .some(let value)),
                .assignment(_, let value):
                return namesMemory(value)
            default: return false
            }
        }
    }

    /// Whether a store of such a type, or at `/dev/null`, is meant and no other.
    private static func namesMemory(_ value: Syntax.Expression) -> Bool {
        guard !value.mentions("NSSQLiteStoreType") else { return false }
        return value.mentions("NSInMemoryStoreType")
            || value.parts.contains { $0.literal == "/dev/null" }
    }
}
