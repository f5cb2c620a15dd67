// swift-format-ignore-file
func show(_ activity: NSUserActivity, _ messageBody: String) {
    activity.title = messageBody
    activity.isEligibleForPublicIndexing = true  // expect: handoff.public-index
}