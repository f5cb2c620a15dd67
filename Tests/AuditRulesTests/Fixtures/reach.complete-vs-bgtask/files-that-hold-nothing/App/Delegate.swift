// swift-format-ignore-file
import BackgroundTasks
final class Delegate {
    let store = Store()
    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }
}