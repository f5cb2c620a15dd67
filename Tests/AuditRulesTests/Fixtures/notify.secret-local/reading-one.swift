// swift-format-ignore-file
func read(_ content: UNNotificationContent) {
    let otp = content.body
    use(otp)
}