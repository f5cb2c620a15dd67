// swift-format-ignore-file
func show(_ first: NSUserActivity, _ second: NSUserActivity, _ messageBody: String) {
    first.title = messageBody
    second.isEligibleForSearch = true
}