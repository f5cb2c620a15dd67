// swift-format-ignore-file
func share(_ activity: NSUserActivity) {
    let localAddress = URL(string: "https://a.stations.local/status")
    activity.webpageURL = localAddress
    activity.isEligibleForPublicIndexing = true
}