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
            takes the device reads it without the passcode, also before the first unlock. The \
            default of iOS is stronger, so somebody chose this.
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
                "an attribute, by way of a constant",
                """
                let attributes: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.none]
                func open(_ path: String) throws {
                    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
                }
                """,
                findings: [3]
            ),
            .swift(
                "a resource value",
                """
                func open(_ url: NSURL) throws {
                    try url.setResourceValue(URLFileProtection.none, forKey: .fileProtectionKey)
                }
                """,
                findings: [2]
            ),
            .objectiveC(
                "an attribute and an option",
                """
                void save(NSData *data, NSString *path) {
                    NSDictionary *a = @{NSFileProtectionKey: NSFileProtectionNone};
                    [[NSFileManager defaultManager] setAttributes:a ofItemAtPath:path error:nil];
                    [data writeToFile:path options:NSDataWritingFileProtectionNone error:nil];
                }
                """,
                findings: [3, 4]
            ),
            .objectiveC(
                "a database",
                """
                void open(const char *path) {
                    sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FILEPROTECTION_NONE, 0);
                }
                """,
                findings: [2]
            ),
            .swift(
                "what an own function is to set",
                """
                func open(_ store: Store, _ url: URL) {
                    Files.protect(url, as: FileProtectionType.none)
                    store.protectionLevel = FileProtectionType.none
                    store.fileProtection = .none
                }
                """,
                findings: [2, 3, 4]
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
            .swift(
                "a comparison sets nothing",
                """
                func isPlain(_ path: String) throws -> Bool {
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    return attributes[.protectionKey] as? FileProtectionType == FileProtectionType.none
                }
                """
            ),
            .swift(
                "a marker that holds nothing must be readable before the first unlock",
                """
                func mark(_ path: String) {
                    FileManager.default.createFile(
                        atPath: path, contents: nil, attributes: [.protectionKey: FileProtectionType.none])
                    try? Data().write(to: URL(fileURLWithPath: path), options: .noFileProtection)
                }
                """
            ),
            .swift(
                "another class, and another none",
                """
                func save(_ data: Data, to url: URL) throws {
                    try data.write(to: url, options: .completeFileProtection)
                    button.setState(.none)
                }
                """
            ),
            .swift(
                "a class that is only named in a text",
                """
                func explain() { show("NSFileProtectionNone means no protection") }
                """
            ),
            .swift(
                "dead code",
                """
                func save(_ data: Data, to url: URL) throws {
                    #if targetEnvironment(simulator)
                    try data.write(to: url, options: .noFileProtection)
                    #endif
                    // try data.write(to: url, options: .noFileProtection)
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
