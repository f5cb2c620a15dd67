// swift-format-ignore-file
func a() { use(UNNotificationAction(identifier: "DENY", title: t, options: [])) }