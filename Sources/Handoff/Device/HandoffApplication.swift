public import DeviceIdentifiers
import Documents
public import ProtectionModel
import SignedMessages

/// What an app declares that has to do with activities.
public struct HandoffApplication: Sendable, Hashable {
    private static let service = "activitycontinuation:"

    /// Its bundle identifier.
    public let identifier: BundleIdentifier
    /// Who has signed it.
    public let team: String
    /// What it continues: `NSUserActivityTypes`, and `NSUbiquitousDocumentUserActivityType` of its document types.
    public let activityTypes: Set<String>
    /// The hosts of its entitlement `com.apple.developer.associated-domains` whose pages it continues; one that begins with
    /// `*.` stands for those below.
    public let domains: Set<String>

    /// Describes an app; of `associatedDomains` those count that begin with `activitycontinuation:`.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a team or a type without 1 to 255 bytes, or with control
    ///   characters.
    public init(
        _ identifier: BundleIdentifier,
        team: String,
        activityTypes: Set<String> = [],
        documentActivityTypes: Set<String> = [],
        associatedDomains: [String] = []
    ) throws(ProtectionError) {
        let types = activityTypes.union(documentActivityTypes)
        guard types.union([team]).allSatisfy(ActivityContent.isName) else {
            throw ProtectionError(
                .invalidArgument,
                "teams and activity types of '\(identifier)' have 1 to 255 bytes without control characters"
            )
        }
        self.identifier = identifier
        self.team = team
        self.activityTypes = types
        domains = Set(
            associatedDomains.filter { $0.hasPrefix(Self.service) }.map {
                $0.dropFirst(Self.service.count).prefix { $0 != "?" }.lowercased()
            }
        )
    }

    func claims(_ host: String) -> Bool {
        domains.contains {
            $0 == host
                || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst())
                    && host.utf8.count > $0.utf8.count - 1
        }
    }

    var site: String { "\(team).\(identifier)" }
}

/// What a site says of the apps that continue its pages: its file `apple-app-site-association`, or a part of it.
///
/// It is JSON, plain or signed (CMS); whose signature that is has been decided by whoever fetched it.
package struct AssociationFile: Sendable, Hashable {
    private static let byteLimit = 128 * 1_024

    /// Apps, each as its team and its bundle identifier with a full stop between.
    package let applications: Set<String>

    /// Reads a file.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-payload` for anything else, or more than 128 KiB.
    package init(_ bytes: [UInt8]) throws(ProtectionError) {
        guard bytes.count <= Self.byteLimit else { throw .badAssociations }
        var text = bytes
        if bytes.first == SignedMessage.firstByte {
            do { text = try SignedMessage(reading: bytes).content } catch { throw .badAssociations }
        }
        guard text.count <= Self.byteLimit, let root = try? TextDocument.json(lenient: text),
            root.entries != nil
        else { throw .badAssociations }
        guard let service = root.entry("activitycontinuation")?.value else {
            applications = []
            return
        }
        guard let apps = service.entry("apps")?.value.array else { throw .badAssociations }
        let names = apps.map(\.string)
        guard names.allSatisfy({ $0 != nil }) else { throw .badAssociations }
        applications = Set(names.compactMap(\.self))
    }
}

extension ProtectionError {
    fileprivate static let badAssociations = ProtectionError(
        .malformedPayload,
        "the site's association file is not JSON with a list 'apps' under 'activitycontinuation'"
    )
}
