// swift-format-ignore-file
struct Reader: View {
    let messageBody: String
    var body: some View {
        Text("a").userActivity("com.example.app.read") { activity in
            activity.title = messageBody
            activity.isEligibleForSearch = true  // expect: handoff.search-sensitive
        }
    }
}
