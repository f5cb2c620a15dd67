// swift-format-ignore-file
import Foundation

func offer(_ identifier: String) -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.app.read")
    activity.webpageURL = URL(string: "example-app://article/\(identifier)")!  // expect: handoff.page-scheme
    activity.becomeCurrent()
    return activity
}
