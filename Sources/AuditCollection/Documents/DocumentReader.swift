import ProtectionModel
import AuditFacts
import ConfigurationProfiles
import Preferences
import Documents

/// Reads property lists and JSON documents by what they are for.
enum DocumentReader {
    /// What the document at `path` is for; `nil` when it is not one of those that are read.
    static func role(of path: String) -> PropertyDocument.Role? {
        let name = TreePath.name(of: path)
        switch TreePath.suffix(of: path) {
        case "entitlements", "xcent": return .entitlements
        case "xcprivacy": return .privacyManifest
        case "mobileconfig": return .configurationProfile
        case "apns": return .pushPayload
        case "plist": return name.hasSuffix("Info.plist") ? .info : .other
        default:
            let association = "apple-app-site-association"
            return name == association || name == association + ".json" ? .siteAssociation : nil
        }
    }

    /// The document `bytes` at `path`, sound or not.
    static func read(
        _ path: String,
        _ role: PropertyDocument.Role,
        _ bytes: [UInt8]
    ) -> PropertyDocument {
        do {
            return PropertyDocument(path: path, role: role, root: try root(role, bytes))
        } catch {
            return PropertyDocument(path: path, role: role, root: nil, flaw: SourceFlaw(error))
        }
    }

    /// The document at `path` when it is the payload of a push notification: JSON with an `aps` key.
    static func pushPayload(_ path: String, _ bytes: [UInt8]) -> PropertyDocument? {
        // Most JSON in a project is something else; looking for the word is cheaper than parsing it.
        let key = Array("\"aps\"".utf8)
        guard bytes.indices.contains(where: { bytes[$0...].starts(with: key) }),
            let root = try? TextDocument.json(lenient: bytes), root["aps"] != nil
        else { return nil }
        return PropertyDocument(path: path, role: .pushPayload, root: root)
    }

    private static func root(
        _ role: PropertyDocument.Role,
        _ bytes: [UInt8]
    ) throws(DocumentFault) -> DocumentNode {
        switch role {
        case .siteAssociation, .pushPayload: try TextDocument.json(lenient: bytes)
        case .configurationProfile where bytes.first == 0x30: try signedProfile(bytes)
        default: try PropertyListDocument.readAny(bytes)
        }
    }

    /// What is inside a signed profile; lines of packed data would say nothing.
    private static func signedProfile(_ bytes: [UInt8]) throws(DocumentFault) -> DocumentNode {
        do {
            return DocumentNode(.dictionary(try ProfileDocument(reading: bytes).root))
        } catch {
            throw DocumentFault(error.description, at: .start)
        }
    }
}

extension UnreadInput {
    /// The file at `path`, which breaks its format's rules at the flaw's place.
    init(path: String, _ flaw: SourceFlaw) {
        self.init(path: path, place: flaw.place, reason: .malformed, message: flaw.message)
    }
}
