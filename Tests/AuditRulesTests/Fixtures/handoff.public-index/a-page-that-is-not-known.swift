// swift-format-ignore-file
func share(_ activity: NSUserActivity, _ article: Article) {
    activity.webpageURL = article.url
    activity.isEligibleForPublicIndexing = true
}