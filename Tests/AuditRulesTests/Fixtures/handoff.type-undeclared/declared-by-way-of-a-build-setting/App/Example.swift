// swift-format-ignore-file
func a() {
    let id = Bundle.main.bundleIdentifier ?? ""
    NSUserActivity(activityType: id + ".read").becomeCurrent()
}