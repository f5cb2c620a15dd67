// swift-format-ignore-file
import OtherKit

enum Code { case privateKey(String), address(String) }
enum Screen { case login, profile }
struct Trip { let start: String }
func show(_ result: CredentialBundle, _ manager: CredentialManager, _ code: Code) {
    print("resolved: \(code)")  // expect: store.log-personal
    print("now \(String(describing: result))")  // expect: store.log-personal
    print("by \(manager)")
    print("on \(Screen.login)")
    print("of \(type(of: result))")
}
func show(_ trip: Trip) { print("trip \(trip)") }
