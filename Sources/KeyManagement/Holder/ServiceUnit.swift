import ProtectionModel
import SystemIO

/// Which unit of a service manager runs a device's agent, as far as that could be told.
package struct ServiceUnit: Sendable, Equatable {
    /// The name, such as `kiosk.service`; nil when it is not known.
    package let name: String?
    /// Whether it is a user's own manager that has the unit.
    package let isOfUser: Bool

    private static let suffix = ".service"

    /// The unit of a process, by its control groups (systemd names them after units).
    package init(controlGroups: String) {
        let path = controlGroups.split(separator: "\n")
            .first { $0.hasPrefix("0::") || $0.contains(":name=systemd:") }
        let units = (path ?? "").split(separator: "/").filter { $0.hasSuffix(Self.suffix) }
        // The manager of a user is itself a service.
        isOfUser = units.dropLast().contains { $0.hasPrefix("user@") }
        name = units.last.map(String.init).flatMap { Self.isName($0) ? $0 : nil }
    }

    /// Reads the mark in a device directory; one that is malformed says that there is a unit.
    init(mark: [UInt8]) {
        let words =
            String(decoding: mark, as: UTF8.self).split(separator: "\n")
            .first?.split(separator: " ") ?? []
        isOfUser = words.first == "user"
        name = words.dropFirst().first.map(String.init).flatMap { Self.isName($0) ? $0 : nil }
    }

    var mark: [UInt8] { Array("\(isOfUser ? "user" : "system") \(name ?? "")\n".utf8) }

    /// What a person types to start it; nil when its name is not known.
    package var startCommand: String? {
        name.map { name in
            // Escaped names have backslashes.
            let word = name.contains("\\") ? "'\(name)'" : name
            return "systemctl \(isOfUser ? "--user " : "")start \(word)"
        }
    }

    /// systemd.unit(5); those who can write the mark must not put words into our messages.
    private static func isName(_ text: String) -> Bool {
        text.hasSuffix(suffix) && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ":-_.@\\".utf8.contains(byte)
                }
            }
    }
}

extension DeviceDirectory {
    /// The mark that a service manager runs this device's agent; removing it takes the device
    /// back.
    package static let serviceMark = ".service"

    /// The service that runs this device's agent; nil when none does.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    package func service() throws -> ServiceUnit? {
        do {
            let file = try OwnedFile(Self.serviceMark, in: directory.descriptor, [], on: fileSystem)
            guard try file.status().kind == .file else { return ServiceUnit(mark: []) }
            return ServiceUnit(mark: try file.read(512, at: 0))
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the mark '\(Self.serviceMark)' in the device '\(path)'")
        }
    }

    /// Notes durably that a service runs this device's agent.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    package func markService(_ unit: ServiceUnit) throws {
        // A start costs no write when all is as it was.
        guard (try? service()) != unit else { return }
        do {
            try directory.replace(Self.serviceMark, with: unit.mark)
        } catch { throw ProtectionError(error, "the device '\(path)'") }
    }
}
