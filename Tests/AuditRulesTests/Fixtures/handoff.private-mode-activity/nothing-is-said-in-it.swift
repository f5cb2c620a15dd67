// swift-format-ignore-file
func title(_ tab: Tab) -> String { tab.isPrivate ? "" : tab.title }
func open() {
    let activity = NSUserActivity(activityType: "a")
    activity.becomeCurrent()
}