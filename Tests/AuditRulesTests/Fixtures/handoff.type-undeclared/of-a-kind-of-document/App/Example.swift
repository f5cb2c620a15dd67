// swift-format-ignore-file
func edit() { NSUserActivity(activityType: "com.example.app.edit").becomeCurrent() }
