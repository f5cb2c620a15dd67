import FoundationEssentials
import ProtectionModel

/// The version of a document, which is looked at before anything else in it.
struct DocumentVersion: Decodable {
    /// What this program reads and writes.
    static let known = 1
    /// Nothing of ours is longer; what is, is not read.
    static let mostBytes = 16 << 20

    let version: Int

    /// - Throws: `unsupported-version`; `authentication-failure` for what is no document of ours.
    static func check(_ json: some DataProtocol, of name: String) throws(ProtectionError) {
        guard json.count <= mostBytes else { throw ProtectionError(malformed: name) }
        let found: Int
        do {
            found = try JSONDecoder().decode(Self.self, from: Data(json)).version
        } catch {
            throw ProtectionError(malformed: name)
        }
        guard found <= known else {
            throw ProtectionError(
                .unsupportedVersion,
                "'\(name)' has version \(found), and this program knows version \(known): use a "
                    + "newer program"
            )
        }
        guard found == known else { throw ProtectionError(malformed: name) }
    }
}

extension ProtectionError {
    /// A document that is not as we write it.
    init(malformed name: String) {
        self.init(
            .authenticationFailure,
            "'\(name)' is damaged and is left as it is: put back a copy, or erase the device",
            cause: DamagedDocument(name)
        )
    }
}
