import KeyManagement
import ProtectionModel
import SystemIO
import TrustedPlatform

/// The TPM that an option or a key file names, where this tool was built with support for one.
enum SecurityChip {
    /// The kernel's resource manager, before the first chip.
    static let standardAddress = "device:/dev/tpmrm0"

    /// The chip that `--tpm` names.
    ///
    /// - Throws: `ToolError` with `chip-unavailable`; `ProtectionError` with `invalid-argument`.
    static func named(byOption address: String) throws -> any TrustedPlatformModule {
        #if TPM
        return TPM(try TPMAddress(address))
        #else
        throw ToolError(
            .chipUnavailable,
            "--tpm: this protectctl was built without TPM support",
            hint: ErrorHint.text(for: TPMRefusal.notBuiltIn)
        )
        #endif
    }

    /// The chip that a file of the device, or its key's, names.
    ///
    /// - Throws: `ProtectionError` with `chip-unavailable`; `authentication-failure` when it is no
    ///   way to reach a chip.
    static func named(
        inFile address: String,
        patience: Duration? = nil
    ) throws -> any TrustedPlatformModule {
        #if TPM
        do {
            return TPM(try TPMAddress(address), patience: patience ?? TPM.standardPatience)
        } catch {
            throw ProtectionError(
                .authenticationFailure,
                "what names a TPM was changed: \(error.message)"
            )
        }
        #else
        throw TPMRefusal.notBuiltIn.error(of: address)
        #endif
    }

    /// Reaches the chips that a device names.
    static var opener: ChipOpener { ChipOpener { try named(inFile: $0) } }

    /// The key at a path as a chip sealed it; nil where no chip did.
    ///
    /// - Throws: as `SealedKeyFile.find`.
    static func sealedKey(at path: String) throws -> SealedKeyFile? {
        try SealedKeyFile.find(
            inFolder: HostPath.parent(of: path),
            name: HostPath.name(of: path),
            on: PosixFileSystem()
        )
    }
}
