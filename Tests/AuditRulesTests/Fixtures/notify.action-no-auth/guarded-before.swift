// swift-format-ignore-file
func a() {
    let options: UNNotificationActionOptions = [.authenticationRequired, .destructive]
    use(UNNotificationAction(identifier: "archive", title: t, options: options))
}
