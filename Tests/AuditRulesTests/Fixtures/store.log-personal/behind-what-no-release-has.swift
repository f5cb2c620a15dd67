// swift-format-ignore-file
import Foundation

final class Login {
    #if DEBUG
    func show(_ password: String) { print(password) }
    var store: UserDefaults? { nil }
    #else
    func show(_ password: String) { print("a", password) }  // expect: store.log-personal
    #endif
}
#if os(macOS)
func tell(_ password: String) { print(password) }
#elseif OTHER
func tell(_ password: String) { print("b", password) }  // expect: store.log-personal
#else
func tell(_ password: String) { print("c", password) }  // expect: store.log-personal
#endif
