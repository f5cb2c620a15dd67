import FoundationEssentials
import PolicyAudit
import ProtectionModel
import StructuredText
import SystemIO
import SystemPackage

/// Policies from files of the host, and those that are shipped.
enum PolicyInput {
    /// The policy of a folder, where there is one.
    static let standardName = ".protectctl.yml"

    /// The ids of the rules of this version.
    static var knownRules: Set<String> { Set(RuleCatalogue.descriptions.map(\.id)) }

    /// A reader that knows the rules of this version, and reads what policies extend from files.
    static var reader: PolicyReader { PolicyReader(knownRules: knownRules, load: bytes) }

    /// The policies that `words` name; none is the folder's own, else `baseline`.
    ///
    /// - Throws: `SystemError` for the first file that cannot be read.
    static func texts(_ words: [String]) throws -> [PolicyText] {
        guard words.isEmpty else { return try words.map { try text($0) } }
        do {
            return [try text(standardName)]
        } catch let error as SystemError where error.errno == .noSuchFileOrDirectory {
            return [PolicyText(.baseline)]
        }
    }

    /// The policy that `word` names: a shipped one, or a file.
    ///
    /// - Throws: `SystemError` when the file cannot be read.
    static func text(_ word: String) throws -> PolicyText {
        if case .shipped(let policy) = PolicyReference(word) { return PolicyText(policy) }
        return PolicyText(file: word, try bytes(of: word))
    }

    /// The bytes of a file; no more than show that it is too large for a policy.
    private static func bytes(of path: String) throws -> [UInt8] {
        try HostInput.bytes(of: path, limit: PolicyReader.limits.byteCount)
    }
}
