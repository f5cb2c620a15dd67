// swift-format-ignore-file
@main
struct Main: App {
    @Environment(\.scenePhase) var phase
    var body: some Scene {
        WindowGroup {
            switch phase {
            case .active: Home()
            default: Color.black
            }
        }
    }
}
