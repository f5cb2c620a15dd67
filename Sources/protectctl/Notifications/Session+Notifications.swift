import Foundation
import KeyAgent
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel

extension Session {
    /// The notifications of the device, which has the time zone of this process.
    var notifications: DeviceNotifications {
        let zone = Self.zone(ProcessEnvironment.current)
        return DeviceNotifications(
            { [documents] in documents },
            files: { [files] in files },
            timeZone: { zone }
        )
    }

    /// - Throws: `ToolError` with `protected-data-unavailable` unless the device is unlocked, as only its owner
    ///   changes settings.
    func checkUnlockedForSettings() throws {
        guard try keys.status().isProtectedDataAvailable else {
            throw ToolError(
                .protectedDataUnavailable,
                "the settings of notifications are changed while the device is unlocked"
            )
        }
    }

    /// Does what notifications waited for the unlock with, before the next lock can come: gives contents their
    /// class, opens what is sealed, carries out what the user chose.
    ///
    /// A failure is reported, and does not undo the unlock.
    func settleNotifications(_ console: Console) {
        do {
            guard try documents.isThere else { return }
            try notifications.advance()
        } catch {
            guard let report = ErrorReport(error), report.code != .protectedDataUnavailable else {
                return
            }
            console.talk("note: notifications could not be brought up to date: \(report.message)")
        }
    }

    /// The name of the zone that `TZ` gives, else of the host's.
    ///
    /// Foundation takes a `TZ` that it does not know for UTC; here it is refused where a zone matters.
    private static func zone(_ environment: ProcessEnvironment) -> String {
        guard let text = environment.value(of: "TZ") else { return TimeZone.current.identifier }
        // POSIX lets a colon stand before the name of a file of zones.
        let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        let folder = "/usr/share/zoneinfo/"
        return name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
    }
}
