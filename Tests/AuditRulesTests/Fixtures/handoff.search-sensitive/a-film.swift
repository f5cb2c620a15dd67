// swift-format-ignore-file
func show(_ activity: NSUserActivity, _ film: Film) {
    activity.title = film.title
    activity.isEligibleForSearch = true
}