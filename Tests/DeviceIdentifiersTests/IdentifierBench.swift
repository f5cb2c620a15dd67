import DeviceIdentifiers
import DeviceSimulation
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

extension SeededRandomSource: IdentifierRandomSource {}

/// A device's identifiers over documents in memory.
struct IdentifierBench {
    let documents = InMemoryDocuments()
    let clock = VirtualClock()
    let service: IdentifierService

    init(
        _ settings: IdentifierSettings = IdentifierSettings(),
        seed: UInt64 = 1,
        entriesPerDocument: Int = 4
    ) {
        service = IdentifierService(
            documents,
            clock: clock,
            random: SeededRandomSource(seed: seed),
            settings: settings,
            entriesPerDocument: entriesPerDocument,
            hash: Self.hash
        )
    }

    /// FNV-1a: enough to see a change that nobody makes on purpose.
    @Sendable static func hash(_ bytes: [UInt8]) -> [UInt8] {
        let code = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return (0..<8).map { UInt8(truncatingIfNeeded: code >> (8 * UInt64($0))) }
    }

    /// Whether the device is before its first unlock.
    var isLocked: Bool {
        get { !documents.closed.isEmpty }
        nonmutating set {
            documents.closed = newValue ? [.completeUntilFirstUserAuthentication] : []
        }
    }

    @discardableResult
    func install(
        _ application: BundleIdentifier,
        vendor: String? = nil,
        team: String? = nil,
        _ distribution: Distribution = .store,
        usage: String? = "to show you fewer of the same advertisements"
    ) throws -> InstalledApplication {
        try service.applications.install(
            NewApplication(
                application,
                vendor: vendor,
                team: team,
                distribution: distribution,
                trackingUsage: usage
            )
        )
    }

    /// Asks for tracking, and answers.
    func track(_ application: BundleIdentifier, _ answer: TrackingAnswer) throws {
        try #require(try service.tracking.request(by: application) == .prompting)
        try service.tracking.answer(answer, to: application)
    }

    /// The bytes of every document, by name.
    func contents() throws -> [String: [UInt8]] {
        let names = try documents.names(in: .identifiers)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0.name, try documents.read($0) ?? []) }
        )
    }

    func bytes(of name: String) throws -> [UInt8] {
        try #require(try documents.read(DocumentName(name, in: .identifiers)))
    }

    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    func put(_ text: String?, _ name: String) throws {
        documents.put(text.map { Array($0.utf8) }, try DocumentName(name, in: .identifiers))
    }
}

/// What a call was refused with; nil when it was done.
func refused<Result>(_ body: () throws -> Result) -> ProtectionError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? ProtectionError ?? ProtectionError(.internalError, "\(error)")
    }
}
