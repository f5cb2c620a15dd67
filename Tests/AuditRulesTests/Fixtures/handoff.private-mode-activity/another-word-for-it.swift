// swift-format-ignore-file
func title(_ tab: Tab) -> String { tab.isIncognito ? "" : tab.title }
func show(_ tab: Tab) {
    let activity = NSUserActivity(activityType: "a")
    activity.title = tab.title
    activity.becomeCurrent()  // expect: handoff.private-mode-activity
}