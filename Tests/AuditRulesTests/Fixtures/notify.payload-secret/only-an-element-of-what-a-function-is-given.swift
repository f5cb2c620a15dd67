// swift-format-ignore-file
func notify(_ info: [String: String]) {
    let content = UNMutableNotificationContent()
    content.userInfo = ["a": info["title"] ?? ""]
}
func tell(_ account: Account) { notify(["title": "a", "password": account.password]) }
