// swift-format-ignore-file
func share(_ activity: NSUserActivity, _ recipe: Recipe) {
    activity.title = recipe.title
    activity.webpageURL = URL(string: "https://example.com/recipes")
    activity.isEligibleForPublicIndexing = true
}