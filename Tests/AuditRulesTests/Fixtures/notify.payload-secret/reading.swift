// swift-format-ignore-file
func open(_ response: UNNotificationResponse) {
    let password = response.notification.request.content.userInfo["password"]
    check(password)
}
