// swift-format-ignore-file
struct Place {
    let path: String
    var description: String { path }
    var absoluteString: String { path }
}

func finish(_ place: Place, _ id: UUID) throws {
    try FileManager.default.removeItem(atPath: place.description)
    try FileManager.default.removeItem(atPath: place.absoluteString)
    try FileManager.default.removeItem(atPath: "\(place)")
    try FileManager.default.removeItem(atPath: id.description)
}
