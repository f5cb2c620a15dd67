import Foundation
import ProtectionModel
import SystemIO

extension DeviceLocation {
    /// Warns when others can get at the device's directory or its key, and when the agent that starts
    /// now will serve nobody but the wrong user.
    ///
    /// Only a warning: backups, containers and file systems without modes have their reasons.
    func warnOfExposure(_ device: DeviceID, _ console: Console) throws {
        for (what, path, mode) in [
            ("device directory", directory, "700"), ("device key", try keyPath(of: device), "600"),
        ] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let permissions = attributes?[.posixPermissions] as? Int,
                permissions & 0o077 != 0
            else { continue }
            console.talk(
                "warning: the \(what) '\(path)' has mode \(String(permissions, radix: 8)), so others "
                    + "may get at it; 'chmod \(mode)' makes it yours alone"
            )
        }
        let owner = (try? FileManager.default.attributesOfItem(atPath: directory))?[.ownerAccountID]
        if let owner = (owner as? NSNumber)?.uint32Value, owner != UserID.current {
            console.talk(
                "warning: the device directory '\(directory)' belongs to user \(owner), and an agent "
                    + "of yours gives that user no keys; start the device as that user"
            )
        }
    }
}
