// swift-format-ignore-file
final class Places {
    func requestWhenInUseAuthorization() {}
    func requestAccess(for kind: Kind) {}
}
func a(_ p: Places) {
    p.requestWhenInUseAuthorization()
    p.requestAccess(for: .video)
}