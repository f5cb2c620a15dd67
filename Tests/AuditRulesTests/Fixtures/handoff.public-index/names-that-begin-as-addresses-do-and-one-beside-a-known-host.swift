// swift-format-ignore-file
func share(_ first: NSUserActivity, _ second: NSUserActivity) {
    first.webpageURL = URL(string: "https://10.example.com/recipes")
    first.isEligibleForPublicIndexing = true
    let localPage = URL(string: "https://example.com/local")
    second.webpageURL = localPage
    second.isEligibleForPublicIndexing = true
}