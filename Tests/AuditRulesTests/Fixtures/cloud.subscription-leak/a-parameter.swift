// swift-format-ignore-file
import CloudKit

func fill(_ info: CKSubscription.NotificationInfo) {
    info.subtitleLocalizationArgs = ["messageText"]  // expect: cloud.subscription-leak
}
