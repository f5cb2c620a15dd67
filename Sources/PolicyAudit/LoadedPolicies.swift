import AuditPolicy
import AuditRules
import ProtectionModel
import Documents
import SystemIO

/// Policies that were read, with the texts that findings about them refer to.
struct LoadedPolicies {
    let policies: TraitPolicies
    private let texts: [String: [UInt8]]

    /// Reads `sources`, of which each later one wins, with all they extend.
    ///
    /// - Throws: `malformed-policy` for what is wrong in one of them or cannot be read,
    ///   `invalid-argument` for a trait that none of them knows.
    init(_ sources: [PolicySource], traits: [String: String]) throws(ProtectionError) {
        let roots = try sources.map { source throws(ProtectionError) in try Self.text(of: source) }
        let files = FileTexts()
        for root in roots {
            if case .file(let name) = root.reference { files.texts[name] = root.bytes }
        }
        let reader = PolicyReader(knownRules: Set(RuleCatalogue.descriptions.map(\.id))) {
            try files.read($0)
        }
        let stack: PolicyStack
        do { stack = try reader.read(roots) } catch { throw ProtectionError(error) }
        for (name, value) in traits.sorted(by: { $0.key < $1.key }) {
            if let complaint = stack.complaint(aboutTrait: name, value: value) {
                throw ProtectionError(.invalidArgument, complaint)
            }
        }
        policies = TraitPolicies(stack, asked: TraitCollection(traits))
        texts = files.texts
    }

    /// The text of a policy by its name.
    func text(_ name: String) -> [UInt8]? { texts[name] ?? ShippedPolicy(rawValue: name)?.text }

    private static func text(of source: PolicySource) throws(ProtectionError) -> PolicyText {
        switch source.origin {
        case .shipped(let policy): return PolicyText(policy)
        case .text(let text, let name): return PolicyText(file: name, Array(text.utf8))
        case .file(let path):
            do { return PolicyText(file: path, try FileTexts.bytes(of: path)) } catch {
                throw ProtectionError(
                    ErrorCode(.malformedPolicy),
                    "the policy '\(path)' cannot be read: \(error)",
                    path: path
                )
            }
        }
    }

    /// What was read from files, by the names it was read under.
    private final class FileTexts {
        var texts: [String: [UInt8]] = [:]

        func read(_ path: String) throws -> [UInt8] {
            let bytes = try Self.bytes(of: path)
            texts[path] = bytes
            return bytes
        }

        /// The bytes of a regular file, no more than show that it is too large.
        static func bytes(of path: String) throws -> [UInt8] {
            let file = try OwnedFile(following: path)
            guard try file.status().kind == .file else { throw NotRegular() }
            return try file.read(PolicyReader.limits.byteCount + 1, at: 0)
        }
    }

    private struct NotRegular: Error, CustomStringConvertible {
        let description = "it is not a regular file"
    }
}

extension ProtectionError {
    fileprivate init(_ error: PolicyError) {
        self.init(
            ErrorCode(.malformedPolicy),
            lines: error.problems.map(\.description),
            path: error.problems.first?.file
        )
    }
}
