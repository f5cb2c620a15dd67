// swift-format-ignore-file
struct Root: View {
    var body: some View {
        Text("a").onContinueUserActivity("com.example.clean") { activity in
            let file = activity.userInfo?["file"] as! String
            try? FileManager.default.removeItem(atPath: file)  // expect: handoff.continue-unvalidated
        }
    }
}
