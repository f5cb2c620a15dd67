package import ProtectionModel

/// Asks for a fresh file key.
package struct NewKeyRequest: Sendable {
    package let fileID: FileID
    package let protection: ProtectionClass

    /// A key for the file `fileID` under a class.
    package init(fileID: FileID, protection: ProtectionClass) {
        self.fileID = fileID
        self.protection = protection
    }
}
