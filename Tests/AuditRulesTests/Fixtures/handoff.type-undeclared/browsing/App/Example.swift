// swift-format-ignore-file
func a() { NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb).becomeCurrent() }