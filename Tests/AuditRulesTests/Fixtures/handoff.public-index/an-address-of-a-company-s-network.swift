// swift-format-ignore-file
func share(_ activity: NSUserActivity) {
    activity.webpageURL = URL(string: "http://172.20.0.7/wiki")
    activity.isEligibleForPublicIndexing = true  // expect: handoff.public-index
}