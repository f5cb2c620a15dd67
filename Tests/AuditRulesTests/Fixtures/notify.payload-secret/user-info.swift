// swift-format-ignore-file
func notify(_ password: String) {
    let content = UNMutableNotificationContent()
    content.userInfo = ["password": password]  // expect: notify.payload-secret
}