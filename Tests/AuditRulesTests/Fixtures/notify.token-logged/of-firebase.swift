// swift-format-ignore-file
final class Delegate: NSObject, MessagingDelegate {
    func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
        print("Firebase: \(fcmToken ?? "")")  // expect: notify.token-logged
    }
}
