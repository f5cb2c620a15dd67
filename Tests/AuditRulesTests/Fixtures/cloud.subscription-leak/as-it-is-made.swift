// swift-format-ignore-file
import CloudKit

func info() -> CKSubscription.NotificationInfo {
    CKSubscription.NotificationInfo(alertLocalizationKey: "MESSAGE", alertLocalizationArgs: ["senderName"], title: "News")  // expect: cloud.subscription-leak
}
