import Foundation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import TrustedDevices

/// A phone in a process of its own, whose activity goes on in this one, over and over.
enum HandoffPeer {
    /// The argument by which a benchmark runs as the phone.
    static let word = "handoff-peer"

    /// Seconds of continuations of an activity of another process.
    static func times(_ count: Int, _ watch: Stopwatch) throws -> [Double] {
        let folder = NSTemporaryDirectory() + "handoff-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [word, folder]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        let code = output.fileHandleForReading.readData(ofLength: 35)
        let bench = try Workbench(suite: .chacha20Poly1305)
        let documents = bench.documents
        let circle = TrustCircle { documents }
        let address = folder + "/activities"
        let founder = try circle.join(
            with: try PairingCode(reading: Array(code).span.bytes),
            named: "desk",
            over: try SocketTransport().connect(
                to: folder + "/pairing",
                within: HandoffPair.patience
            )
        )
        // It says so once it listens.
        _ = output.fileHandleForReading.readData(ofLength: 1)
        let handoff = DeviceHandoff(circle, { documents }) { _ in
            try SocketTransport().connect(to: address, within: HandoffPair.patience)
        }
        return try times(count, watch, handoff, founder)
    }

    private static func times(
        _ count: Int,
        _ watch: Stopwatch,
        _ handoff: DeviceHandoff,
        _ founder: TrustedDevice
    ) throws -> [Double] {
        let desk = handoff.service(for: try HandoffPair.app())
        return try (0..<count).map { _ in
            try handoff.meet(founder)
            let offer = try desk.offers()[0]
            let start = watch.now()
            try desk.continueActivity(offer.id).close()
            return Stopwatch.seconds(watch.now() - start)
        }
    }

    /// The phone: prints its code, and serves until its input ends.
    static func run(at folder: String) throws -> Never {
        try serve(at: folder)
        exit(0)
    }

    private static func serve(at folder: String) throws {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let documents = bench.documents
        let circle = TrustCircle { documents }
        try circle.create(named: "phone")
        let pairing = try SocketTransport(listeningAt: folder + "/pairing")
        let invitation = try circle.invite()
        let output = FileHandle.standardOutput
        try invitation.code.withText { output.write($0.withUnsafeBytes { Data($0) }) }
        _ = try invitation.pair(over: try pairing.accept(within: HandoffPair.patience))
        let listening = try SocketTransport(listeningAt: folder + "/activities")
        let handoff = DeviceHandoff(circle, { documents }) { _ in
            throw ProtectionError(.notFound, "the desk does not listen")
        }
        let renewal = Renewal()
        let activity = try handoff.service(for: try HandoffPair.app()).activity(HandoffPair.type)
        activity.delegate = renewal
        try activity.becomeCurrent()
        Thread.detachNewThread {
            while let connection = try? listening.accept(within: HandoffPair.patience) {
                Thread.detachNewThread { try? handoff.serve(connection) }
            }
        }
        output.write(Data([1]))
        _ = FileHandle.standardInput.readDataToEndOfFile()
        withExtendedLifetime((bench, renewal)) {}
    }

    /// What was continued becomes current again, as another activity.
    private final class Renewal: UserActivityDelegate {
        func userActivityWasContinued(_ activity: UserActivity) { try? activity.becomeCurrent() }
    }
}
