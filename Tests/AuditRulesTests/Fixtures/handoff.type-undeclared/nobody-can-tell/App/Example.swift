// swift-format-ignore-file
func a(_ type: String) { NSUserActivity(activityType: type).becomeCurrent() }