// swift-format-ignore-file
func a() { use(UNNotificationAction(identifier: "snooze", title: t, options: [])) }