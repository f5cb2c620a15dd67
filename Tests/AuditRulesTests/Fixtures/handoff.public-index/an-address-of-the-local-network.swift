// swift-format-ignore-file
func share(_ activity: NSUserActivity) {
    activity.webpageURL = URL(string: "http://192.168.0.7:8080/")
    activity.isEligibleForPublicIndexing = true  // expect: handoff.public-index
}