// swift-format-ignore-file
func notify(_ otp: String, _ text: String) {
    let content = UNMutableNotificationContent()
    content.userInfo["a"] = otp  // expect: notify.secret-local
    content.userInfo["password"] = text  // expect: notify.secret-local
    content.userInfo["hasPassword"] = true
}