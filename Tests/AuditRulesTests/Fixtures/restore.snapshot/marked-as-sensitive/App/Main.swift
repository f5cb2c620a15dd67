// swift-format-ignore-file
@main
struct Main: App {
    var body: some Scene { WindowGroup { Home().privacySensitive() } }
}
