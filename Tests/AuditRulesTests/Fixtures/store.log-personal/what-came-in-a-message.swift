// swift-format-ignore-file
final class Watch: NSObject, WCSessionDelegate {
    func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {
        print("Received: \(message)")  // expect: store.log-personal
    }
    func session(_ session: WCSession, activationDidCompleteWith state: WCSessionActivationState) {
        print("State: \(state)")
    }
}
func show(_ entry: [String: Any], _ options: [String: Any], _ counts: [String: Int], _ message: String) {
    print(options, counts, message)
    print(entry)  // expect: store.log-personal
}
func answer(_ json: String) { print("raw=\(json)") }  // expect: store.log-personal
