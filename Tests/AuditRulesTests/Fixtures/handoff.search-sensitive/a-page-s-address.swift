// swift-format-ignore-file
func show(_ activity: NSUserActivity, _ emailURL: URL) {
    activity.webpageURL = emailURL
    activity.isEligibleForSearch = true
}
