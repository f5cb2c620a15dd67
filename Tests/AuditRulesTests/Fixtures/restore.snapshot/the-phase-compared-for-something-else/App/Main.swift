// swift-format-ignore-file
@main  // expect: restore.snapshot
struct Main: App {
    @Environment(\.scenePhase) private var scenePhase
    var body: some Scene {
        WindowGroup { Home() }
            .onChange(of: scenePhase) {
                if scenePhase == .background { Store.shared.save() }
            }
    }
}
