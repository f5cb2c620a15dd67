import FoundationEssentials
import PolicyAudit
import ProtectionModel
import SystemIO
import SystemPackage

/// The effective policy of an audit, with the texts that findings about it stand in.
///
/// Files have the names that the user gave them while they are read, and afterwards, in reports,
/// paths relative to the audited root.
struct AuditPolicies {
    let policy: Policy
    private let texts: [String: [UInt8]]

    /// Reads the policies that `words` name; none is `.protectctl.yml` in the folder `root`, else
    /// `baseline`.
    ///
    /// - Throws: `ToolError` for a file that cannot be read, `PolicyError` for what is wrong in one.
    init(_ words: [String], root: String, traits: TraitOptions) throws {
        let loaded = LoadedTexts()
        let reader = PolicyReader(knownRules: PolicyInput.knownRules) { path in
            try loaded.bytes(of: path)
        }
        let stack = try reader.read(try Self.roots(words, in: root, loaded))
        policy = try stack.policy(under: traits.values(for: stack)).renamed { file in
            loaded.texts[file] == nil ? file : Self.relative(file, to: root)
        }
        texts = Dictionary(
            loaded.texts.map { (Self.relative($0.key, to: root), $0.value) }
        ) { first, _ in first }
    }

    /// The text of a policy by its name in reports.
    func text(_ name: String) -> [UInt8]? {
        texts[name] ?? ShippedPolicy(rawValue: name)?.text
    }

    /// The paths of all files that were read, as reports have them.
    var files: Set<String> { Set(texts.keys) }

    private static func roots(
        _ words: [String],
        in root: String,
        _ loaded: LoadedTexts
    ) throws -> [PolicyText] {
        guard words.isEmpty else {
            return try words.map { word in
                if case .shipped(let policy) = PolicyReference(word) { return PolicyText(policy) }
                return PolicyText(
                    file: word,
                    try Self.unreadable(word) { try loaded.bytes(of: word) }
                )
            }
        }
        let here = HostPath.absolute(".")
        let own = root == here ? PolicyInput.standardName : root + "/" + PolicyInput.standardName
        do {
            return [PolicyText(file: own, try loaded.bytes(of: own))]
        } catch let error as SystemError where error.errno == .noSuchFileOrDirectory {
            return [PolicyText(.baseline)]
        } catch {
            return [PolicyText(file: own, try Self.unreadable(own) { throw error })]
        }
    }

    /// A policy that was named and cannot be read is as bad as one that is malformed.
    private static func unreadable(
        _ path: String,
        _ body: () throws -> [UInt8]
    ) throws -> [UInt8] {
        do { return try body() } catch let error as SystemError {
            throw ToolError(
                ErrorCode(.malformedPolicy),
                "the policy '\(path)' cannot be read: \(error.errno)",
                path: path,
                hint:
                    "shipped are \(ShippedPolicy.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
    }

    private static func relative(_ file: String, to root: String) -> String {
        let names = HostPath.absolute(file).split(separator: "/")
        let folders = root.split(separator: "/")
        let common = zip(names, folders).prefix { $0 == $1 }.count
        let up = Array(repeating: Substring(".."), count: folders.count - common)
        return (up + names[common...]).joined(separator: "/")
    }
}
