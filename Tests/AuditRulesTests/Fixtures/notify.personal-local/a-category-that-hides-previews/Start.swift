// swift-format-ignore-file
func start() {
    register(UNNotificationCategory(identifier: "a", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "A message", options: []))
}
