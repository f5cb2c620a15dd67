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

    /// The chip that a key file names.
    ///
    /// - Throws: `ProtectionError` with `chip-unavailable`; `authentication-failure` when it is no
    ///   way to reach a chip.
    static func named(inKeyFile address: String) throws -> any TrustedPlatformModule {
        #if TPM
        do { return TPM(try TPMAddress(address)) } catch {
            throw ProtectionError(.authenticationFailure, "the device key: \(error.message)")
        }
        #else
        throw TPMRefusal.notBuiltIn.error(of: address)
        #endif
    }

    /// How the chip is reached that sealed the key at a path; nil where no chip did.
    ///
    /// - Throws: as `SealedKeyFile.address`.
    static func address(ofKeyAt path: String) throws -> String? {
        try SealedKeyFile.address(
            inFolder: HostPath.parent(of: path),
            name: HostPath.name(of: path),
            on: PosixFileSystem()
        )
    }
}
