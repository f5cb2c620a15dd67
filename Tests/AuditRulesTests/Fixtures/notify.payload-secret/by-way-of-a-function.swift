// swift-format-ignore-file
func notify(_ text: String, carrying info: [String: Any]) {
    let content = UNMutableNotificationContent()
    content.body = text
    content.userInfo = info
}
func tell(_ account: Account) {
    notify("a", carrying: ["a": account.password])  // expect: notify.payload-secret
    notify("a", carrying: ["a": account.theme])
}
