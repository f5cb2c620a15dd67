import AuditPolicy
import AuditRules
import ProtectionModel
import Documents
import SystemIO
import SystemPackage

/// Policies from files of the host, and those that are shipped, with all they extend.
///
/// One that the user names may be any file, pipe or device, and extend any file. One that is only
/// found may be a stranger's, see `PolicyFolder`.
final class PolicyInput {
    /// The policy of a folder, where there is one.
    static let standardName = ".protectctl.yml"

    /// The ids of the rules of this version.
    static var knownRules: Set<String> { Set(RuleCatalogue.descriptions.map(\.id)) }

    /// What was read from files, by the names it was read under.
    private(set) var texts: [String: [UInt8]] = [:]

    /// The policies that `words` name, of which each later one wins; none is that of the folder at
    /// the absolute path `folder`, else `baseline`.
    ///
    /// - Throws: `ToolError` for a policy that cannot be read, `PolicyError` for what is wrong in
    ///   one.
    func stack(_ words: [String], in folder: String) throws -> PolicyStack {
        words.isEmpty ? try found(in: folder) : try read(try words.map { try Self.text($0) })
    }

    /// The policy that `word` names: a shipped one, or a file.
    ///
    /// - Throws: `ToolError` for one that cannot be read, which counts as malformed.
    static func text(_ word: String) throws -> PolicyText {
        if case .shipped(let policy) = PolicyReference(word) { return PolicyText(policy) }
        do {
            return PolicyText(
                file: word,
                try HostInput.bytes(of: word, limit: PolicyReader.limits.byteCount)
            )
        } catch {
            let names = ShippedPolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ToolError(
                ErrorCode(.malformedPolicy),
                "the policy '\(word)' cannot be read: \(error.errno)",
                path: word,
                hint: error.errno == .noSuchFileOrDirectory ? "the shipped ones are \(names)" : nil
            )
        }
    }

    /// Reads policies that were named, with what they extend.
    ///
    /// - Throws: `PolicyError` with all that is wrong in them.
    func read(_ roots: [PolicyText]) throws(PolicyError) -> PolicyStack {
        try read(roots) { try Self.regularBytes(of: $0) }
    }

    private func found(in folder: String) throws -> PolicyStack {
        let folder = try PolicyFolder(folder)
        guard let own = try folder.policy() else { return try read([PolicyText(.baseline)]) }
        var refusal: ToolError?
        do {
            return try read([own]) { file in
                do { return try folder.bytes(of: file) } catch let error as ToolError {
                    refusal = refusal ?? error
                    throw error
                }
            }
        } catch {
            // The reader only knows that a file cannot be read.
            if let refusal { throw refusal }
            throw error
        }
    }

    private func read(
        _ roots: [PolicyText],
        _ load: @escaping (String) throws -> [UInt8]
    ) throws(PolicyError) -> PolicyStack {
        for root in roots {
            if case .file(let name) = root.reference { texts[name] = root.bytes }
        }
        let reader = PolicyReader(knownRules: Self.knownRules) { file in
            let bytes = try load(file)
            self.texts[file] = bytes
            return bytes
        }
        return try reader.read(roots)
    }

    /// The bytes of a regular file, no more than show that it is too large; nothing is waited for.
    private static func regularBytes(of path: String) throws -> [UInt8] {
        let file = try OwnedFile(following: path)
        guard try file.status().kind == .file else {
            throw ToolError(
                ErrorCode(.malformedPolicy),
                "'\(path)' is not a regular file",
                path: path
            )
        }
        return try file.read(PolicyReader.limits.byteCount + 1, at: 0)
    }
}
