import FoundationEssentials
import ProtectionModel

/// The installed applications, with everything that is gone when they are.
struct ApplicationDocument: StoredDocument {
    static let name = "applications.json"
    static let most = 10_000

    var version = 1
    /// Sorted by the bytes of their identifiers.
    var applications: [ApplicationRecord] = []

    /// Whether no application is there twice, and each vendor has one identifier.
    var isConsistent: Bool {
        let vendors = Dictionary(grouping: applications, by: \.vendor).values
        return applications.count <= Self.most
            && Set(applications.map(\.app)).count == applications.count
            && vendors.allSatisfy { Set($0.map(\.vendorIdentifier)).count == 1 }
            && applications.allSatisfy(\.vendor.name.isName)
    }

    subscript(app: BundleIdentifier) -> ApplicationRecord? {
        applications.first { $0.app == app }
    }

    /// Installs, or updates in place: what belongs to the installation stays.
    mutating func install(
        _ new: NewApplication,
        by rule: VendorRule,
        from random: any IdentifierRandomSource
    ) throws(ProtectionError) -> ApplicationRecord {
        let vendor = Vendor(of: new, by: rule)
        let sibling = applications.first { $0.vendor == vendor }
        let old = self[new.identifier]
        guard old != nil || applications.count < Self.most else {
            throw ProtectionError(
                .invalidArgument,
                "'\(new.identifier)' is one application too many: \(Self.most) are the most; "
                    + "uninstall one"
            )
        }
        let record = ApplicationRecord(
            app: new.identifier,
            vendor: vendor,
            trackingUsage: new.trackingUsage,
            team: new.team,
            activityTypes: Self.sorted(new.activityTypes),
            associatedDomains: Self.sorted(new.associatedDomains),
            installation: old?.installation ?? random.uuid(),
            vendorIdentifier: sibling?.vendorIdentifier ?? random.uuid(),
            ownIdentifier: old?.ownIdentifier ?? random.uuid()
        )
        applications.removeAll { $0.app == record.app }
        applications.append(record)
        applications.sort {
            $0.app.description.utf8.lexicographicallyPrecedes($1.app.description.utf8)
        }
        return record
    }

    private static func sorted(_ names: Set<String>) -> [String]? {
        names.isEmpty ? nil : names.sorted()
    }
}
