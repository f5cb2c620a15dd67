// swift-format-ignore-file
import BackgroundTasks
final class Delegate { func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } } }