// swift-format-ignore-file
func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    NSUserActivity(activityType: "com.example.app.scene")
}