// swift-format-ignore-file
import Foundation

struct Membership: RawRepresentable { var phoneNumber: String; var rawValue: [String: Any] { members(of: self) } }
struct Layout: RawRepresentable { var columns: Int; var rawValue: [String: Any] { members(of: self) } }
extension UserDefaults {
    var membership: Membership? {
        get { nil }
        set { set(newValue?.rawValue, forKey: "a") }  // expect: store.userdefaults-personal
    }
    var layout: Layout? {
        get { nil }
        set { set(newValue?.rawValue, forKey: "b") }
    }
}
func keep(_ email: String, _ theme: String) {
    UserDefaults.standard["c"] = email  // expect: store.userdefaults-personal
    UserDefaults.standard["d"] = theme
    cache["c"] = email
}
