package import AuditFacts
import Documents

/// Turns an audited tree into facts.
///
/// Each file is read once, on several threads; the facts are the same whatever the number of jobs.
package struct AuditCollector: Sendable {
    /// Reads a source.
    package typealias CodeReader = @Sendable (_ path: String, _ bytes: [UInt8]) -> CodeFile
    /// Called with how many of how many files are done, on any thread.
    ///
    /// There are fewer once the projects are read and it is known which sources are wanted.
    package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    private let swift: CodeReader?
    private let objectiveC: CodeReader?

    /// A collector that reads sources by `swift` and `objectiveC`; those of a language without a
    /// reader are counted as not read.
    package init(swift: CodeReader?, objectiveC: CodeReader?) {
        self.swift = swift
        self.objectiveC = objectiveC
    }

    /// The facts of `tree`, sources and documents of `scopes` only.
    ///
    /// Files of other scopes are not looked at, unless projects name them.
    package func collect(
        _ tree: DistinctTree,
        scopes: Set<FileScope> = [.app, .tests, .vendored, .tools],
        jobs: Int = 1,
        onProgress: @escaping Progress = { _, _ in }
    ) -> Facts {
        let entries = tree.entries()
        let paths = entries.filter { $0.kind == .file }.map(\.path)
        let files = paths.compactMap { path in InputKind(path).map { (path: path, kind: $0) } }
        let code = files.filter { $0.kind.isCode }
        let rest = files.filter { !$0.kind.isCode }
        let documents = ParallelMap.map(
            rest,
            jobs: jobs,
            onDone: { onProgress($0, files.count) }
        ) { CollectedFile(path: $0.path, input: read($0.path, $0.kind, tree)) }
        var facts = FactBuilder(
            TreeIndex(paths, tree.names),
            documents,
            tree,
            ProjectAllowance(entries)
        )
        facts.note(entries)
        let wanted = code.filter { scopes.contains(facts.scope(of: $0.path)) }
        let total = rest.count + wanted.count
        let sources = ParallelMap.map(
            wanted,
            jobs: jobs,
            onDone: { onProgress(rest.count + $0, total) }
        ) { CollectedFile(path: $0.path, input: read($0.path, $0.kind, tree)) }
        return facts.facts(with: sources, scopes)
    }

    private func read(
        _ path: String,
        _ kind: InputKind,
        _ tree: DistinctTree
    ) -> CollectedInput {
        do {
            return input(path, kind, try tree.read(path, limit: kind.byteLimit))
        } catch {
            // JSON that is longer than any payload is something else.
            if kind == .pushCandidate, error.reason == .tooLarge { return .nothing }
            return .unread(UnreadInput(path: path, reason: error.reason, message: error.message))
        }
    }

    private func input(_ path: String, _ kind: InputKind, _ bytes: [UInt8]) -> CollectedInput {
        switch kind {
        case .code(let language):
            return source(path, language == .swift ? swift : objectiveC, bytes) { .code($0) }
        case .packageManifest: return source(path, swift, bytes) { .manifest($0) }
        case .document(let role): return .document(DocumentReader.read(path, role, bytes))
        case .pushCandidate:
            return DocumentReader.pushPayload(path, bytes).map { .document($0) } ?? .nothing
        case .interface: return .interface(InterfaceReader.read(path, bytes))
        case .recordSchema: return .recordSchema(SchemaFileReader.read(path, bytes))
        case .buildSettings:
            do { return .settings(try SettingsFile(path, bytes)) } catch {
                return .unread(UnreadInput(path: path, error))
            }
        case .projectSpecification: return .specification
        case .xcodeProject:
            do {
                return .xcodeProject(try PropertyListDocument.readAny(bytes))
            } catch {
                let flaw = MergeConflict(bytes)?.flaw ?? SourceFlaw(error)
                return .unread(UnreadInput(path: path, flaw))
            }
        }
    }

    private func source(
        _ path: String,
        _ reader: CodeReader?,
        _ bytes: [UInt8],
        _ wrap: (CodeFile) -> CollectedInput
    ) -> CollectedInput {
        guard let reader else {
            let message = "this build reads no Swift: it lacks the trait SwiftSources"
            return .unread(UnreadInput(path: path, reason: .unsupported, message: message))
        }
        return wrap(reader(path, bytes))
    }
}
