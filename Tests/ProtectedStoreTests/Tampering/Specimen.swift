import DeviceSimulation
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

/// A small sealed file to tamper with.
struct Specimen: Sendable, CustomTestStringConvertible {
    let protection: ProtectionClass
    let hasLog: Bool
    let hasLongName: Bool

    static let all: [Specimen] =
        ProtectionClass.allCases.flatMap { protection in
            [false, true].map { Specimen(protection: protection, hasLog: $0, hasLongName: false) }
        } + [Specimen(protection: .complete, hasLog: true, hasLongName: true)]

    var testDescription: String {
        protection.name + (hasLog ? ", with a log" : "") + (hasLongName ? ", long name" : "")
    }

    /// Where the slots end.
    static let headerByteCount = 1_024
    static let content = Array("The quick brown fox".utf8)

    private static let longPath = DevicePath(
        stringLiteral: "/" + String(repeating: "x", count: 200)
    )

    var path: DevicePath {
        hasLongName ? Self.longPath : "/file"
    }

    /// Makes the file and gives its path on the host.
    func make(on faulty: FaultyDevice) throws -> String {
        try faulty.device.host.newEntry {
            if hasLog {
                try faulty.makeLog(
                    path,
                    Array("The quack brawn".utf8),
                    writes: [
                        (6, Array("i".utf8)), (12, Array("o".utf8)), (15, Array(" fox".utf8)),
                    ],
                    as: protection
                )
            } else {
                try faulty.device.files.write(Self.content, to: path, as: protection)
            }
        }
    }
}
