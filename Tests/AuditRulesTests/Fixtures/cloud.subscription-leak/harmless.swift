// swift-format-ignore-file
import CloudKit

func fill(_ info: CKSubscription.NotificationInfo) {
    info.desiredKeys = ["title", "emailCount", "recordType"]
    info.shouldSendContentAvailable = true
    info.alertBody = "Your e-mail address was changed"
}
