// swift-format-ignore-file
func a() {
    use(UNTextInputNotificationAction(identifier: "reply", title: t, options: []))  // expect: notify.action-no-auth
    use(UNTextInputNotificationAction(identifier: "answer", title: t, options: [.authenticationRequired]))
}
