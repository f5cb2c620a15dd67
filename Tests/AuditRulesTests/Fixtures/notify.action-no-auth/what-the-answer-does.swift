// swift-format-ignore-file
enum Action: String { case retryBolus, tick }
func make() {
    use(UNNotificationAction(identifier: Action.retryBolus.rawValue, title: t, options: []))  // expect: notify.action-no-auth
}
final class Delegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        switch response.actionIdentifier {
        case Action.retryBolus.rawValue: device.enactBolus(units: 2)
        default: break
        }
    }
}
