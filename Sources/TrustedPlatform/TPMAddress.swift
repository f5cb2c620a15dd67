#if TPM
import KeyManagement
package import ProtectionModel
import SystemIO
import SystemPackage

/// How a chip is reached: a TCTI string of tpm2-tss, one of those that lead to a chip.
///
/// The loader of tpm2-tss takes any file for a library, and `cmd` runs a program: a string that
/// stands in a file must do neither.
package struct TPMAddress: Sendable, Equatable {
    /// The kernel's resource manager, before the first chip.
    package static let standard = "device:/dev/tpmrm0"
    private static let kinds: Set<String> = ["device", "swtpm", "mssim", "tabrmd"]

    /// As tpm2-tss reads it.
    package let text: String

    /// Reads a string such as `swtpm:path=/run/chip`, or the path of a device such as
    /// `/dev/tpmrm1`.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument`.
    package init(_ string: String) throws(ProtectionError) {
        let text = string.hasPrefix("/") ? "device:" + string : string
        let kind = text.prefix { $0 != ":" }
        guard Self.kinds.contains(String(kind)),
            text.utf8.count <= SealedKeyFile.addressByteLimit,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw ProtectionError(
                .invalidArgument,
                "'\(string)' is not how a TPM is reached: expected device:PATH, swtpm:path=PATH, "
                    + "mssim:host=NAME,port=N or tabrmd"
            )
        }
        self.text = text
    }

    /// Why nothing can be opened there.
    var refusal: TPMRefusal {
        guard let path else { return .absent }
        do {
            _ = try OwnedFile(following: path)
            return .busy
        } catch {
            return switch error.errno {
            case .permissionDenied, .notPermitted: .notPermitted
            case .resourceBusy: .busy
            default: .absent
            }
        }
    }

    private var path: String? {
        let rest = text.drop { $0 != ":" }.dropFirst()
        if text.hasPrefix("device") { return rest.isEmpty ? "/dev/tpmrm0" : String(rest) }
        let setting = rest.split(separator: ",").first { $0.hasPrefix("path=") }
        return setting.map { String($0.dropFirst("path=".count)) }
    }
}
#endif
