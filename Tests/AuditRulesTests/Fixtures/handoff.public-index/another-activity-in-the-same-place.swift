// swift-format-ignore-file
func share(_ first: NSUserActivity, _ second: NSUserActivity, _ messageBody: String) {
    first.title = messageBody
    second.isEligibleForPublicIndexing = true
}