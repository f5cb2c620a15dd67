import PolicyAudit
import StructuredText

/// Policies that were read from files, by the names they were read under.
final class LoadedTexts {
    private(set) var texts: [String: [UInt8]] = [:]

    /// The bytes of a file; no more than show that it is too large for a policy.
    ///
    /// - Throws: `SystemError`.
    func bytes(of path: String) throws -> [UInt8] {
        let bytes = try HostInput.bytes(of: path, limit: PolicyReader.limits.byteCount)
        texts[path] = bytes
        return bytes
    }
}
