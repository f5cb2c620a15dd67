// swift-format-ignore-file
import BackgroundTasks
final class A { let t = BGProcessingTaskRequest(identifier: "a") }
