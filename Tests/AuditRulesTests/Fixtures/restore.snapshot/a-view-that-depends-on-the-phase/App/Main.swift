// swift-format-ignore-file
@main
struct Main: App {
    @Environment(\.scenePhase) private var scenePhase
    var body: some Scene {
        WindowGroup { Home().blur(radius: scenePhase == .active ? 0 : 20) }
    }
}
