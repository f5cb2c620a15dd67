import AuditCollection
import AuditFacts
import AuditPolicy
import ProtectionModel
import Documents
import SystemIO

/// A folder whose own policy applies when none is named.
///
/// The folder may be a stranger's, such as a pull request. So its policy is a regular file and
/// extends shipped policies and regular files below the folder only, and no link is followed: a
/// pipe would be waited for, and errors would show parts of a file elsewhere to whoever sees the
/// audit.
struct PolicyFolder {
    private static let hint =
        "to use it all the same, name it: 'audit --policy FILE', 'policy show FILE'"

    private let path: String
    private let tree: HostTree

    /// Opens the folder at the absolute path `path`.
    ///
    /// - Throws: `ToolError` for one that cannot be opened.
    init(_ path: String) throws(ToolError) {
        self.path = path
        do { tree = try HostTree(path) } catch {
            throw ToolError(
                ErrorCode(.malformedPolicy),
                "cannot look for a policy in '\(path)': \(error.errno)",
                path: path
            )
        }
    }

    /// Its own policy; `nil` when it has none.
    ///
    /// - Throws: `ToolError` for one that is there and is not read.
    func policy() throws(ToolError) -> PolicyText? {
        do {
            return PolicyText(file: name, try read(PolicyInput.standardName))
        } catch {
            guard error.reason != .missing else { return nil }
            throw refusal(
                "the policy '\(name)' cannot be read: \(error.message)",
                helps: error.reason != .tooLarge
            )
        }
    }

    /// The bytes of the file that its policy extends, by the name that follows from its own.
    ///
    /// - Throws: `ToolError` for one that only a policy that is named may extend, `SourceTreeError`
    ///   for one that none can.
    func bytes(of file: String) throws -> [UInt8] {
        let place = HostPath.absolute(file)
        let start = path == "/" ? path : path + "/"
        guard place.hasPrefix(start) else {
            throw refusal("the policy '\(name)' extends '\(file)', which is not below its folder")
        }
        do { return try read(String(place.dropFirst(start.count))) } catch {
            guard error.reason == .link else { throw error }
            throw refusal("the policy '\(name)' extends '\(file)': \(error.message)")
        }
    }

    /// As the user would write it.
    private var name: String {
        let isHere = path == HostPath.absolute(".")
        return isHere
            ? PolicyInput.standardName : HostPath.absolute("\(path)/\(PolicyInput.standardName)")
    }

    private func read(_ path: String) throws(SourceTreeError) -> [UInt8] {
        try tree.read(path, limit: PolicyReader.limits.byteCount)
    }

    /// `helps` says whether the policy would be read if it were named.
    private func refusal(_ message: String, helps: Bool = true) -> ToolError {
        ToolError(
            ErrorCode(.malformedPolicy),
            message,
            path: name,
            hint: helps ? Self.hint : nil
        )
    }
}
