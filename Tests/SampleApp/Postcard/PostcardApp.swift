import SwiftUI

@main
struct PostcardApp: App {
    @State private var session = Session()

    var body: some Scene {
        WindowGroup {
            InboxView(session: session)
        }
    }
}
