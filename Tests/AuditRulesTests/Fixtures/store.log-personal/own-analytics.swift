// swift-format-ignore-file
import Foundation

enum Analytics {
    static func logEvent(_ name: String, parameters: [String: Any]) { counter.add(name) }
}
func report(_ email: String) { Analytics.logEvent("a", parameters: ["email": email]) }
