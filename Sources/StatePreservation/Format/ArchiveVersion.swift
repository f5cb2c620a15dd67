import ProtectionModel
import FoundationEssentials

/// The version of an archive's form, which is looked at before anything else in it.
struct ArchiveVersion: Decodable {
    /// What this library reads and writes.
    static let known = 1

    let format: Int

    /// Checks that bytes are an archive of the version known here.
    ///
    /// - Throws: `unsupported-version` for a newer one, `damaged-archive` for what has none.
    static func check(_ json: Data) throws(ProtectionError) {
        guard let found = try? JSONDecoder().decode(Self.self, from: json).format, found > 0
        else { throw ProtectionError(.authenticationFailure, "an archive must name its format") }
        guard found <= known else {
            throw ProtectionError(
                .unsupportedVersion,
                "the archive has format \(found), and formats up to \(known) are known"
            )
        }
    }
}
