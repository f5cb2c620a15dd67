// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ email: String) {
    activity.title = email
    activity.webpageURL = URL(string: "https://example.com")
}
