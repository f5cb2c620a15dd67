// swift-format-ignore-file
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func start() {
        NotificationCenter.default.addObserver(self, selector: #selector(leave), name: UIApplication.willResignActiveNotification, object: nil)
    }
    @objc func leave() { hideAll() }
    func hideAll() { window?.rootViewController?.view.alpha = 0 }
}
