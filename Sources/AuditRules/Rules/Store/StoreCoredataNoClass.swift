import AuditFacts

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
                "a store without options",
                """
                func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
                    try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
                }
                """,
                findings: [2]
            ),
            RuleExample(
                "a default class of the app, which stores do not get",
                files: [
                    "project.yml": ExampleTarget.project(
                        .app("App", settings: ExampleTarget.entitled("App.entitlements"))
                    ),
                    "App.entitlements": ExampleTarget.entitlements("NSFileProtectionComplete"),
                    "App/Store.swift": "let container = NSPersistentContainer(name: \"Model\")",
                ],
                findings: ["App/Store.swift:1"]
            ),
            .swift(
                "in memory for previews only",
                """
                final class Stack {
                    let container: NSPersistentContainer
                    init(inMemory: Bool = false) {
                        container = NSPersistentContainer(name: "Model")
                        if inMemory {
                            container.persistentStoreDescriptions.first?.type = NSInMemoryStoreType
                        }
                    }
                }
                func open(inMemory: Bool) {
                    let container = NSPersistentContainer(name: "Model")
                    let description = NSPersistentStoreDescription()
                    description.type = inMemory ? NSInMemoryStoreType : NSSQLiteStoreType
                }
                func openTemplate(inMemory: Bool) {
                    let container = NSPersistentContainer(name: "Model")
                    if inMemory {
                        container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
                    }
                }
                """,
                findings: [4, 11, 16]
            ),
            .objectiveC(
                "a store with other options",
                """
                void open(NSPersistentStoreCoordinator *c, NSURL *url) {
                    [c addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url
                        options:@{NSMigratePersistentStoresAutomaticallyOption: @YES} error:nil];
                }
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
            .swift(
                "options made in another function",
                """
                func options() -> [String: Any] {
                    [NSPersistentStoreFileProtectionKey: FileProtectionType.complete]
                }
                func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
                    try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options())
                }
                """
            ),
            .swift(
                "in memory",
                """
                func open(_ coordinator: NSPersistentStoreCoordinator) throws {
                    try coordinator.addPersistentStore(
                        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
                }
                """
            ),
            .swift(
                "a container in memory",
                """
                func open() {
                    let container = NSPersistentContainer(name: "Model")
                    let description = NSPersistentStoreDescription()
                    description.type = NSInMemoryStoreType
                    container.persistentStoreDescriptions = [description]
                }
                """
            ),
            .swift(
                "a container at no file",
                """
                func open() {
                    let container = NSPersistentContainer(name: "Model")
                    container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
                }
                """
            ),
            .swift(
                "something else of that name",
                """
                func open() {
                    register(NSPersistentContainer.self)
                    let name = NSPersistentContainer.defaultDirectoryURL()
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(["NSInMemoryStoreType"])

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.filter { $0.operation == .openCoreData }.compactMap { use in
            guard use.classes.isEmpty, !setsClass(use.scope.file, context),
                !isInMemory(use)
            else { return nil }
            return Observation(
                "no class: Core Data makes the store complete-until-first-user-authentication",
                confidence: .medium,
                path: use.path,
                span: use.span
            )
        }
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
