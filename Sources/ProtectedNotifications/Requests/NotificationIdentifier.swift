import Documents
import ProtectionModel

/// What apps call notifications, categories and actions.
///
/// Two are the same when Swift takes them for equal, however their accents are encoded.
enum NotificationIdentifier {
    /// The longest, in UTF-8 bytes (M).
    static let byteLimit = 255

    /// - Throws: ``ProtectionError`` with `invalid-argument` for one that is empty or too long, or that takes too
    ///   long to compare.
    static func check(_ identifier: String, of bearer: String) throws(ProtectionError) {
        guard !identifier.isEmpty else {
            throw ProtectionError(.invalidArgument, "\(bearer) needs an identifier")
        }
        guard identifier.utf8.count <= byteLimit else {
            throw ProtectionError(
                .invalidArgument,
                "the identifier of \(bearer) has at most \(byteLimit) bytes, not "
                    + "\(identifier.utf8.count)"
            )
        }
        guard CombiningMarks.excess(in: identifier) == nil else {
            throw ProtectionError(
                .invalidArgument,
                "the identifier of \(bearer) has \(CombiningMarks.complaint)"
            )
        }
    }
}
