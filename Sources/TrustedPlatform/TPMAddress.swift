#if TPM
import FoundationEssentials
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

    /// Whether what it names can be a chip: a device of the kernel's, or a socket.
    ///
    /// tpm2-tss writes commands into whatever file it is given, and a string that stands in a file
    /// may be anybody's.
    var isPlausible: Bool {
        guard let path else { return host.map(Self.loopback.contains) ?? true }
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        let type = attributes?[.type] as? FileAttributeType
        return type == (text.hasPrefix("device") ? .typeCharacterSpecial : .typeSocket)
    }

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// Where a chip in software listens that is reached over TCP.
    private var host: String? { setting("host") }

    /// Why nothing can be opened there.
    var refusal: TPMRefusal {
        guard let path else { return .absent }
        do {
            _ = try OwnedFile(following: path)
            return isPlausible ? .busy : .absent
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
        return setting("path")
    }

    private func setting(_ name: String) -> String? {
        let rest = text.drop { $0 != ":" }.dropFirst()
        let setting = rest.split(separator: ",").first { $0.hasPrefix(name + "=") }
        return setting.map { String($0.dropFirst(name.count + 1)) }
    }
}
#endif
