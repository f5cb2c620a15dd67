// swift-format-ignore-file
import Foundation

func offer(_ activity: NSUserActivity, _ url: URL) {
    activity.webpageURL = url
}
