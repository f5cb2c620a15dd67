// swift-format-ignore-file
func a() {
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
}