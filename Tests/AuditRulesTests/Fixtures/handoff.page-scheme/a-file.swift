// swift-format-ignore-file
import Foundation

func read(_ activity: NSUserActivity) {
    activity.webpageURL = URL(string: "file:///tmp/a.html")  // expect: handoff.page-scheme
}
