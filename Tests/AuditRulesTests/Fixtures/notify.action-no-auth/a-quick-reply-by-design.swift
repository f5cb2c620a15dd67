// swift-format-ignore-file
func a() { use(UNTextInputNotificationAction(identifier: "reply", title: t, options: [])) }