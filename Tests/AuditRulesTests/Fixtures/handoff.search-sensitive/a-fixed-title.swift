// swift-format-ignore-file
func show(_ activity: NSUserActivity) {
    activity.title = "Show my passwords"
    activity.isEligibleForSearch = true
}