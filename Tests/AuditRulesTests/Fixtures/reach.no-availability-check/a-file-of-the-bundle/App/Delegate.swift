// swift-format-ignore-file
class Delegate: NSObject, UIApplicationDelegate {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
        data = try? Data(contentsOf: Bundle.main.url(forResource: "a", withExtension: "b")!)
        return true
    }
}