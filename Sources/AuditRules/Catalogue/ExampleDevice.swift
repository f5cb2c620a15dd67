package import AuditFacts
package import ProtectionModel

/// A small protected device for the examples of rules.
package struct ExampleDevice: Sendable, Hashable {
    /// Classes of files by path.
    package let files: [String: ProtectionClass]
    /// Whether a passcode protects the keys.
    package let hasPasscode: Bool
    /// The fewest characters that profiles demand of it.
    package let minimumPasscodeLength: Int
    /// Wrong passcodes that erase it; `nil` for never.
    package let eraseAfterFailures: Int?
    /// Applications that read the vendor's identifier and stated no purpose, in their order.
    package let silentReaders: [String]

    package init(
        _ files: [String: ProtectionClass] = [:],
        hasPasscode: Bool = true,
        minimumPasscodeLength: Int = 0,
        eraseAfterFailures: Int? = nil,
        silentReaders: [String] = []
    ) {
        self.files = files
        self.hasPasscode = hasPasscode
        self.minimumPasscodeLength = minimumPasscodeLength
        self.eraseAfterFailures = eraseAfterFailures
        self.silentReaders = silentReaders
    }

    /// What there is to see, a line for each thing.
    package var lines: [String] {
        files.sorted { $0.key < $1.key }.map { "\($0.key)  \($0.value.name)" }
            + silentReaders.map { "\($0) reads the vendor's identifier, without a purpose" }
            + [
                hasPasscode
                    ? "a passcode of at least \(minimumPasscodeLength) characters" : "no passcode",
                "wrong passcodes that erase it: "
                    + (eraseAfterFailures.map { "\($0)" } ?? "any number"),
            ]
    }

    /// The facts that the device would give.
    package var facts: DeviceFacts {
        DeviceFacts(
            name: "device",
            hasPasscode: hasPasscode,
            eraseAfterFailures: eraseAfterFailures,
            minimumPasscodeLength: minimumPasscodeLength,
            files: files.sorted { $0.key < $1.key }.map {
                StoredFile(path: $0.key, protectionClass: $0.value, byteCount: 1, isFolder: false)
            },
            readsWithoutPurpose: silentReaders.enumerated().map {
                IdentifierRead(identifier: "vendor", application: $1, entry: $0 + 1)
            }
        )
    }
}
