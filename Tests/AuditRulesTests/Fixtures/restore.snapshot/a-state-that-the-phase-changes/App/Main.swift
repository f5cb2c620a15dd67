// swift-format-ignore-file
@main
struct Main: App {
    @Environment(\.scenePhase) private var scenePhase
    @State private var isAway = false
    var body: some Scene {
        WindowGroup { if isAway { Logo() } else { Home() } }.onChange(of: scenePhase) { phase in
            isAway = phase != .active
        }
    }
}
