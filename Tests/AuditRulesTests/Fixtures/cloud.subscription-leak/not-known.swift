// swift-format-ignore-file
import CloudKit

func fill(_ info: CKSubscription.NotificationInfo, _ keys: [String], _ email: String) {
    info.desiredKeys = keys
    info.alertLocalizationArgs = [email]
}
