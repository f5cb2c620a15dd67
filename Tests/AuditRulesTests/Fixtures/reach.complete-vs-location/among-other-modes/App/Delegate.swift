// swift-format-ignore-file
import CoreLocation
final class Delegate { let store = Store() }