/// `store.coredata-no-class`: a Core Data store without a class option.
enum PersistentStoreRule: Rule {
    static let description = RuleDescription(
        "store.coredata-no-class",
        "A Core Data store is opened without a protection class",
        severity: .medium,
        isProven: true,
        summary: """
            An `NSPersistentContainer` or a persistent store is opened in a file that never sets \
            `NSPersistentStoreFileProtectionKey`, in an app without a default class. Stores in memory \
            are not reported.
            """,
        rationale: """
            The store and the files beside it get the system's default class and stay readable while \
            the device is locked, whatever the app keeps in them.
            """,
        remedy: """
            Set `NSPersistentStoreFileProtectionKey` on the store description or in the options, or \
            give the target the entitlement `com.apple.developer.default-data-protection`.
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
                !mentionsMemory(use.scope), context.graph.defaultClass(of: use.path) == nil
            else { return nil }
            return Observation(
                "no class: the store gets the system's default",
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

    private static func mentionsMemory(_ scope: CodeScope) -> Bool {
        scope.expressions.contains { $0.mentions("NSInMemoryStoreType") }
    }
}
