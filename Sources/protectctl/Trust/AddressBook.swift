import DeviceIdentifiers
import FoundationEssentials
import ProtectedStore
import ProtectionModel
import TrustedDevices

/// Where the user's other devices listen, as somebody has said: a document of the device, class C.
struct AddressBook: Sendable {
    private static let name = "addresses.json"

    private struct Document: Codable {
        var version = 1
        var addresses: [String: String] = [:]
    }

    private let documents: DeviceDocuments

    init(_ documents: DeviceDocuments) { self.documents = documents }

    /// The address of a device; nil where nobody has said it.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` before the first unlock.
    func address(of device: TrustedDevice) throws -> String? {
        let name = try Self.place()
        return try Self.read(try documents.read(name)).addresses[device.id.description]
    }

    /// Remembers an address, or forgets it.
    ///
    /// - Throws: as ``address(of:)``.
    func set(_ address: String?, of device: TrustedDevice) throws {
        try documents.update(
            try Self.place(),
            as: .completeUntilFirstUserAuthentication
        ) { (old) throws(ProtectionError) in
            var document = try Self.read(old)
            document.addresses[device.id.description] = address
            return try ProtectionError.wrapping {
                [UInt8](try JSONEncoder.sorted.encode(document))
            }
        }
    }

    /// Forgets all of them.
    func clear() throws { try documents.remove(try Self.place()) }

    private static func place() throws(ProtectionError) -> DocumentName {
        try DocumentName(name, in: .trust)
    }

    private static func read(_ bytes: [UInt8]?) throws(ProtectionError) -> Document {
        guard let bytes else { return Document() }
        return try DocumentVersion.decode(
            bytes,
            of: name,
            wayOut: "leave the circle, and join it again"
        )
    }
}
