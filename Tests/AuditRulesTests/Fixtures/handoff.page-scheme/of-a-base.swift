// swift-format-ignore-file
import Foundation

func offer(_ activity: NSUserActivity, _ base: String) {
    activity.webpageURL = URL(string: base + "://example.com")
}
