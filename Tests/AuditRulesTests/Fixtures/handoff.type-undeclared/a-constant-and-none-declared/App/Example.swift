// swift-format-ignore-file
let type = "com.example.app.write"
func a(_ view: UIViewController) {
    view.userActivity = NSUserActivity(activityType: type)  // expect: handoff.type-undeclared
}