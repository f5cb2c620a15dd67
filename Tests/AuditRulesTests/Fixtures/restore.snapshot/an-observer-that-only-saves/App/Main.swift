// swift-format-ignore-file
final class AppDelegate: UIResponder, UIApplicationDelegate {  // expect: restore.snapshot
    func start() {
        NotificationCenter.default.addObserver(self, selector: #selector(save), name: UIApplication.didEnterBackgroundNotification, object: nil)
        window.addSubview(button)
    }
    @objc func save() { store.save() }
}
