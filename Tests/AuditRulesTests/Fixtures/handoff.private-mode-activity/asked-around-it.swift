// swift-format-ignore-file
func show(_ tab: Tab) {
    if !tab.isPrivate {
        let activity = NSUserActivity(activityType: "a")
        activity.webpageURL = tab.url
        activity.becomeCurrent()
    }
}