// swift-format-ignore-file
import Foundation

func offer(_ activity: NSUserActivity) {
    activity.webpageURL = URL(string: "HTTPS://example.com/a:b")
}
