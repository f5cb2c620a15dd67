import Foundation
import ProtectedNotifications

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
