// swift-format-ignore-file
import CloudKit

func fill(_ info: CKSubscription.NotificationInfo) {
    info.desiredKeys = nil
    info.alertLocalizationArgs = []
}
