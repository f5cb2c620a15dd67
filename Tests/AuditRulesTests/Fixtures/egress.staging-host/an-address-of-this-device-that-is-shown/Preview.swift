// swift-format-ignore-file
struct Example { let place = Place(address: "127.0.0.1", name: "localhost") }
func isLocal(_ host: String) -> Bool { host == "localhost" || host == "127.0.0.1" }
