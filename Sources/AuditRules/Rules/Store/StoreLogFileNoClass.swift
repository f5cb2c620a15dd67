import AuditFacts
import AuditPolicy
import Documents

/// `store.log-file-no-class`: a log that the app keeps in a file without a class.
enum StoreLogFileNoClass: Rule {
    static let description = RuleDescription(
        "store.log-file-no-class",
        "A log file has no protection class",
        severity: .medium,
        isProven: true,
        summary: """
            The app writes its log into a file of its own, and nothing in that source gives the file \
            a class, nor does the app's entitlement. Loggers of CocoaLumberjack, SwiftyBeaver and \
            XCGLogger count with what they give their files. A log in a Documents folder that is \
            shared is reported whatever its class. Where only a name speaks of a log it is a note.
            """,
        rationale: """
            A log holds when the app was used, what for and with whom, for weeks. Without a class it \
            is readable from the first unlock until the device is switched off.
            """,
        remedy: """
            Create the file with `.protectionKey: FileProtectionType.completeUnlessOpen`: a log that \
            is open can be written while the device is locked, and no other can be read. Lumberjack \
            takes it as `defaultFileProtectionLevel`. Keep logs out of shared folders and backups.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1", "STORAGE-2"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [532, 922]
        ),
        examples: [
            .swift(
                "lines are appended",
                """
                final class FileLogger {
                    func log(_ line: String, in folder: URL) throws {
                        let file = folder.appendingPathComponent("debug.log")
                        let handle = try FileHandle(forWritingTo: file)
                        handle.seekToEndOfFile()
                        handle.write(Data(line.utf8))
                    }
                }
                """,
                findings: [4]
            ),
            .swift(
                "with a class",
                """
                final class FileLogger {
                    func log(_ line: String, in folder: URL) throws {
                        let file = folder.appendingPathComponent("debug.log")
                        FileManager.default.createFile(
                            atPath: file.path, contents: nil,
                            attributes: [.protectionKey: FileProtectionType.completeUnlessOpen])
                        let handle = try FileHandle(forWritingTo: file)
                        handle.seekToEndOfFile()
                        handle.write(Data(line.utf8))
                    }
                }
                """
            ),
        ]
    )

    static let watches = LogFile.watched.union(LogLibrary.watched).union(StorageUses.watched)

    static func observations(in context: AuditContext) -> [Observation] {
        let own = LogFile.all(context).compactMap { observation(of: $0, context) }
        let libraries = LogLibrary.all(context).filter { !isClassSet(in: $0.scope, context) }.map {
            Observation(
                $0.message,
                confidence: $0.isGuess ? .low : .medium,
                ceiling: $0.isGuess ? .note : .error,
                path: $0.scope.file.path,
                span: $0.span
            )
        }
        return own + libraries
    }

    private static func observation(
        of file: LogFile,
        _ context: AuditContext
    ) -> Observation? {
        let path = file.scope.file.path
        let sharer = file.path.folder == .documents ? sharer(of: path, context) : nil
        let hasClass =
            isClassSet(in: file.scope, context)
            || context.graph.defaultClass(of: path) != nil
        guard !file.isTemporary, !hasClass || sharer != nil else { return nil }
        let wrong = [
            hasClass ? nil : "has no class",
            sharer.map { "lies in the Documents folder, which '\($0.name)' shares" },
            file.path.folder == .group ? "lies in the app group's container" : nil,
        ]
        let isGuess = file.certainty == .guess || hasClass
        return Observation(
            "the log '\(file.name)' \(wrong.compactMap(\.self).joined(separator: " and "))",
            confidence: isGuess ? .low : .medium,
            ceiling: isGuess ? .note : .error,
            path: path,
            span: file.span
        )
    }

    /// Whether anything in the same source sets a class: which one is another rule's business.
    private static func isClassSet(in scope: CodeScope, _ context: AuditContext) -> Bool {
        context.storage.uses(in: scope.file.path).contains { !$0.classes.isEmpty }
    }

    /// An app that runs the source at `path` and whose Documents folder computers and Files show.
    private static func sharer(of path: String, _ context: AuditContext) -> Target? {
        context.graph.hosts(of: path).first { target in
            target.releases.contains { $0.info?["UIFileSharingEnabled"]?.boolean == true }
        }
    }
}
