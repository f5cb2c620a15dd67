// swift-format-ignore-file
func a() { use(UNNotificationAction(identifier: "APPROVE", title: t, options: .foreground)) }