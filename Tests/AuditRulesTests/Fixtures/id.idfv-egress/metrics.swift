// swift-format-ignore-file
func launched() {
    let vendor = UIDevice.current.identifierForVendor?.uuidString ?? ""  // expect: id.idfv-egress
    let payload = Payload(vendor: vendor)
    self.sendMetrics(payload: payload)
}
