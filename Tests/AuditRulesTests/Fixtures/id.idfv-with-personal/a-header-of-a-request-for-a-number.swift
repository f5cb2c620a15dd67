// swift-format-ignore-file
func sendSMSRequest(to number: String) {
    var rq = URLRequest(url: URL(string: "https://a.example/\(number)")!)
    rq.addValue(UIDevice.current.identifierForVendor!.uuidString, forHTTPHeaderField: "Id")  // expect: id.idfv-with-personal
}