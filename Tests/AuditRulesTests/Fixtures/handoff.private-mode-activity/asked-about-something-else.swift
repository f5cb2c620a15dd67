// swift-format-ignore-file
func name(_ tab: Tab) -> String { tab.isPrivate ? "" : tab.title }
func show(_ tab: Tab) {
    guard tab.isLoaded else { return }; let activity = NSUserActivity(activityType: "a")
    activity.webpageURL = tab.url
    activity.becomeCurrent()  // expect: handoff.private-mode-activity
}