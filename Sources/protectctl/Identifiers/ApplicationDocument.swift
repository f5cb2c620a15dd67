import DeviceIdentifiers

/// An installed application as JSON.
struct ApplicationDocument: Encodable {
    private struct Vendor: Encodable {
        let source: String
        let name: String
    }

    private enum Key: String, CodingKey { case app, distribution, vendor, trackingUsage }

    private let application: InstalledApplication

    init(_ application: InstalledApplication) { self.application = application }

    /// With null for a usage text that is not there.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(application.identifier, forKey: .app)
        try container.encode(application.distribution, forKey: .distribution)
        try container.encode(application.trackingUsage, forKey: .trackingUsage)
        try container.encode(
            Vendor(source: application.vendor.source.rawValue, name: application.vendor.name),
            forKey: .vendor
        )
    }
}
