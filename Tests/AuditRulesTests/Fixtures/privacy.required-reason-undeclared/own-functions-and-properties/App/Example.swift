// swift-format-ignore-file
struct Clock {
    static func systemUptime() -> Double { 1 }
    let creationDate = Date()
    func stat(_ path: String, _ other: Int) {}
    func run() { stat("a", 1); print(Clock.systemUptime(), self.creationDate) }
}