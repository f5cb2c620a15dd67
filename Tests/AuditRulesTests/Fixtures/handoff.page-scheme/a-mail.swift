// swift-format-ignore-file
import Foundation

func write(_ activity: NSUserActivity) {
    let address = URL(string: "mailto:ann@example.com")
    activity.webpageURL = address  // expect: handoff.page-scheme
}
