import ProtectionModel
import FoundationEssentials

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
/// The list is flat, so that no reader recurses over what somebody else has nested. Unknown keys are
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

    /// Reads an archive, whatever the bytes are; longer ones than ``mostBytes`` nobody even loads.
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
                "the archive is not of the form of its version",
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
                "the archive would have \(bytes.count) bytes, and \(Self.mostBytes) are the most"
            )
        }
        return bytes
    }
}
