// swift-format-ignore-file
import BackgroundTasks
final class A { let t = BGAppRefreshTaskRequest(identifier: "a") }
