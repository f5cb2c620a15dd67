// swift-format-ignore-file
func a() {
    use(UNNotificationAction(identifier: "ACCEPT_CALL", title: t, options: []))
    use(UNNotificationAction(identifier: "hang_up", title: t, options: []))
}
