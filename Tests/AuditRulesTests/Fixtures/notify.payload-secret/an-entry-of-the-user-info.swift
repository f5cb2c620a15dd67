// swift-format-ignore-file
func notify(_ otp: String, _ text: String) {
    let content = UNMutableNotificationContent()
    content.userInfo["a"] = otp  // expect: notify.payload-secret
    content.userInfo["password"] = text  // expect: notify.payload-secret
    content.userInfo["hasPassword"] = true
}