// swift-format-ignore-file
extension UIDevice {
    var card: ControllerDevice { ControllerDevice(name: name, model: model) }  // expect: id.device-name
    func makeReport() -> String { "* name: \(self.name)" }  // expect: id.device-name
    var title: String { name + " " + model }
    func find(name: String) -> Device { Device(name: name) }
}
extension UIView { var card: ControllerDevice { ControllerDevice(name: name) } }
