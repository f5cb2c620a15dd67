// swift-format-ignore-file
func a() { use(UNNotificationAction(identifier: "delete", title: t, options: [.destructive])) }  // expect: notify.action-no-auth