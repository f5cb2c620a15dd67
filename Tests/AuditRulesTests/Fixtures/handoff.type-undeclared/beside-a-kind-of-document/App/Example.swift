// swift-format-ignore-file
func edit() {
    NSUserActivity(activityType: "com.example.app.write").becomeCurrent()  // expect: handoff.type-undeclared
}
