import FoundationEssentials
import ProtectionModel

/// An archive's content: JSON of format 1, UTF-8, at most 4 MiB.
///
///     {
///       "bundleVersion": "42",             1…255 bytes: CFBundleVersion of who saved
///       "format": 1,                       read before anything else
///       "nodes": [                         1…10,000: the root, then each after its parent
///         {
///           "path": ["main"],              1…100 restoration identifiers, from the root down
///           "restorationClass": "Main",    optional, 1…255 bytes
///           "state": {                     keys of 1…255 bytes; with the values 65,536 bytes at most
///             "selection": "\"note-7\""    each value is the JSON text of what was encoded
///           }
///         }
///       ]
///     }
///
/// The list is flat, so that no reader recurses over what others have nested. Unknown keys are
/// ignored: what must not be ignored gets a higher format.
struct ArchiveDocument: Codable, Sendable {
    /// The longest archive, in bytes.
    static let mostBytes = 4 << 20

    let format: Int
    let bundleVersion: String
    let nodes: [ArchiveNode]

    init(bundleVersion: String, nodes: [ArchiveNode]) {
        format = ArchiveVersion.known
        self.bundleVersion = bundleVersion
        self.nodes = nodes
    }

    /// Reads an archive, whatever the bytes are; longer ones than ``mostBytes`` are not even loaded.
    ///
    /// - Throws: `damaged-archive`, `unsupported-version`.
    init(_ bytes: [UInt8]) throws(ProtectionError) {
        let json = Data(bytes)
        try ArchiveVersion.check(json)
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw ProtectionError(
                .authenticationFailure,
                "the archive does not have the form of its version",
                cause: error
            )
        }
        guard ArchiveNode.isName(bundleVersion) else {
            throw ProtectionError(.authenticationFailure, "a bundle version has 1 to 255 bytes")
        }
        let most = PreservationLimits.format.nodeCount
        guard (1...most).contains(nodes.count) else {
            throw ProtectionError(
                .authenticationFailure,
                "an archive has 1 to \(most) nodes, and this has \(nodes.count)"
            )
        }
    }

    /// The archive's bytes; equal content becomes equal bytes.
    ///
    /// - Throws: `tree-too-large`.
    func bytes() throws(ProtectionError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do { bytes = try [UInt8](encoder.encode(self)) } catch {
            throw ProtectionError(fault: .notEncodable, "the archive cannot be encoded")
        }
        guard bytes.count <= Self.mostBytes else {
            throw ProtectionError(
                fault: .treeTooLarge,
                "the archive would have \(bytes.count) bytes, but may have at most \(Self.mostBytes)"
            )
        }
        return bytes
    }
}

/// A node as it lies in an archive.
struct ArchiveNode: Codable, Sendable {
    let path: [String]
    let restorationClass: String?
    /// JSON texts by key.
    let state: [String: String]

    /// The bytes of keys and values.
    var stateByteCount: Int {
        state.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    /// Whether a text can be a key, a restoration class or the version of a bundle.
    static func isName(_ text: String) -> Bool {
        (1...RestorationIdentifier.mostBytes).contains(text.utf8.count)
    }
}

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
