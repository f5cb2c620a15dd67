// swift-format-ignore-file
import PushKit
final class Delegate { let store = Store() }