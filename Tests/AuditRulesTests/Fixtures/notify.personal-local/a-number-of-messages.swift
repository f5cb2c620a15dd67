// swift-format-ignore-file
func notify(_ drafts: [Draft]) {
    let content = UNMutableNotificationContent()
    content.body = "\(drafts.count) drafts"
}
