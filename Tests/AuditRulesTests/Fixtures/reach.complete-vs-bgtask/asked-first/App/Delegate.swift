// swift-format-ignore-file
import BackgroundTasks
final class Delegate {
    let store = Store()
    func a() { if UIApplication.shared.isProtectedDataAvailable { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } } }
}