// swift-format-ignore-file
import CloudKit

enum Field {
    static let email = "email"
    static let title = "title"
}

func subscribe(_ subscription: CKQuerySubscription) {
    subscription.notificationInfo = CKQuerySubscription.NotificationInfo()
    subscription.notificationInfo?.desiredKeys = [Field.title, Field.email]  // expect: cloud.subscription-leak
    subscription.notificationInfo?.titleLocalizationArgs = [Field.title]
}
