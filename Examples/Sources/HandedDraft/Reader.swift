// The app's own code as it is on a phone: it knows Foundation alone. The flag `-import-module` of its target lets it
// find `NSUserActivity` on Linux.
import Foundation

final class Reader {
    private var activity: NSUserActivity?

    /// Offers the page that is read.
    func open(_ page: String, at line: Int) {
        activity?.invalidate()
        let activity = NSUserActivity(activityType: "com.example.notes.reading")
        activity.title = "Reading"
        activity.webpageURL = URL(string: page)
        activity.userInfo = ["line": line]
        activity.becomeCurrent()
        self.activity = activity
    }

    /// Goes on with a page; what the delegate of an app does in `application(_:continue:restorationHandler:)`.
    func go(on userActivity: NSUserActivity) -> Bool {
        guard let line = userActivity.userInfo?["line"] as? Int else { return false }
        print("read on at line \(line) of \(userActivity.webpageURL?.absoluteString ?? "")")
        return true
    }
}
