// swift-format-ignore-file
func share(_ activity: NSUserActivity) {
    activity.webpageURL = URL(string: "https://printer.local/status")
    activity.isEligibleForPublicIndexing = true
}