// swift-format-ignore-file
@main  // expect: restore.snapshot
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func unlock() {
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open") { _, _ in }
    }
}
