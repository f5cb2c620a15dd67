// swift-format-ignore-file
import CoreLocation
final class A {
    let manager = CLLocationManager()
    func start() { manager.allowsBackgroundLocationUpdates = true }
}
