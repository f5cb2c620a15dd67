import KeyManagement
package import ProtectionModel
import SodiumCrypto
import SystemIO

extension StoreError {
    /// Runs `body` and says in our words whatever a lower floor throws.
    static func translating<Result: ~Copyable>(
        _ path: DevicePath?,
        _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(translating: error, path: path)
        }
    }

    /// The same failure in our words.
    package init(translating error: any Error, path: DevicePath?) {
        switch error {
        case let error as StoreError: self = error
        case let error as KeyError: self.init(error, path: path)
        case let error as SystemError: self.init(error, path: path)
        case let error as CryptoError: self.init(error, path: path)
        case let error as DevicePathError:
            self.init(.invalidArgument, error.description, path: path, cause: error)
        case AuthenticatedSlot.Defect.unsupported:
            self.init(
                .unsupportedVersion,
                "\(path.map { "'\($0)'" } ?? "a file") was written by a newer version",
                path: path,
                cause: error
            )
        case AuthenticatedSlot.Defect.damaged:
            self.init(
                .authenticationFailure,
                "\(path.map { "'\($0)'" } ?? "a file") is damaged or was tampered with",
                path: path,
                cause: error
            )
        case AuthenticatedSlot.Defect.misplaced:
            self.init(
                .authenticationFailure,
                "\(path.map { "the folder '\($0)'" } ?? "a folder") was moved or copied here on the "
                    + "host: its record belongs to another place",
                path: path,
                cause: error
            )
        case is SlotUpdate.SharedInode:
            self.init(
                .busy,
                "\(path.map { "'\($0)'" } ?? "a file") has another name on the host and is open, so "
                    + "it can be changed only once it is closed or the other name is gone",
                path: path,
                cause: error
            )
        default:
            self.init(.internalError, "unexpected failure: \(error)", path: path, cause: error)
        }
    }
}
