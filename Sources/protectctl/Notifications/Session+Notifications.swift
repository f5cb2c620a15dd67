import Foundation
import ProtectedNotifications

extension Session {
    /// The notifications of the device, whose time zone is that of this process: `TZ`, else the host's.
    var notifications: DeviceNotifications {
        DeviceNotifications(
            { [documents] in documents },
            files: { [files] in files },
            timeZone: { TimeZone.current.identifier }
        )
    }
}
