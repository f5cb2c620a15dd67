// swift-format-ignore-file
class Delegate: NSObject, UIApplicationDelegate {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
        state = try? Data(contentsOf: url)  // expect: reach.no-availability-check
        return true
    }
}