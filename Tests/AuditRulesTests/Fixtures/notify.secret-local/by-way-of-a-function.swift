// swift-format-ignore-file
func notify(title: String, body: String) {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = body
}
func copied(_ otp: String) {
    notify(title: "Copied", body: otp)  // expect: notify.secret-local
    notify(title: "Copied", body: "It is on the pasteboard")
}
