import Dispatch
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization

/// Sequential reading and writing of one big file.
struct LargeFiles {
    static let byteCount = 1 << 30
    private static let gibibyte = 1.0

    let watch: Stopwatch

    func rows(_ suite: ChunkCipherSuite) throws -> [Row] {
        let bench = try Workbench(suite: suite)
        let path = DevicePath("/large")
        let name = suite == .chacha20Poly1305 ? "suite 1" : "suite 2"
        // A file that is replaced unsynced is synced all the same, or a crash could take both.
        let write = try watch.median(prepare: { try? bench.files.remove(path) }) {
            try bench.files.write(ZeroSource(Self.byteCount), to: path, durability: .none)
        }
        let read = try watch.median { try bench.files.read(path, into: NullSink()) }
        let limit = try cipherLimit(suite, bench)
        let isFirst = suite == .chacha20Poly1305
        var rows = [
            row(
                "read 1 GiB, \(name)",
                "cipher alone, all cores",
                read,
                limit,
                isFirst ? 0.85 : 0.75
            ),
            row("write 1 GiB, \(name)", "cipher alone, all cores", write, limit, nil),
        ]
        rows += try ageRows(bench, name, read, write, isFirst ? 1.5 : 1.8)
        rows += try gocryptfsRows(bench, name, read, write)
        return rows
    }

    private func row(
        _ work: String,
        _ peer: String,
        _ ours: Double,
        _ theirs: Double,
        _ wanted: Double?
    ) -> Row {
        .rate(
            work,
            peer,
            amount: Self.gibibyte,
            unit: "GiB/s",
            ours: ours,
            theirs: theirs,
            wanted: wanted
        )
    }

    /// Opens the same amount in memory, one run of 64 chunks after the other, on every core.
    private func cipherLimit(_ suite: ChunkCipherSuite, _ bench: Workbench) throws -> Double {
        let cipher = try ChunkCipher(
            suite: suite,
            chunkByteCount: 16_384,
            keyOffset: 0,
            nonceOffset: 32
        )
        let keys = SecretBox(
            try SecureBytes(count: 44, group: .transit, arena: bench.holder.arena)
        )
        let runs = Self.byteCount >> 20
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return try watch.median {
            let failure = Mutex<CryptoError?>(nil)
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                do throws(CryptoError) {
                    try Self.openRuns(cipher, keys, count: runs / workers)
                } catch { failure.withLock { $0 = error } }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
    }

    private static func openRuns(
        _ cipher: ChunkCipher,
        _ keys: SecretBox,
        count: Int
    ) throws(CryptoError) {
        var plain = WipedBuffer(count: 1 << 20)
        var sealed = WipedBuffer(count: 1 << 20 + 64 * 16)
        try plain.withBytes(0..<1 << 20) { plain throws(CryptoError) in
            try sealed.withMutableBytes(0..<1 << 20 + 1_024) { sealed throws(CryptoError) in
                try cipher.seal(
                    plain,
                    firstIndex: 0,
                    isLast: false,
                    into: &sealed,
                    keys: keys.secret
                )
            }
        }
        for _ in 0..<count {
            try sealed.withBytes(0..<1 << 20 + 1_024) { sealed throws(CryptoError) in
                try plain.withMutableBytes(0..<1 << 20) { plain throws(CryptoError) in
                    try cipher.open(
                        sealed,
                        firstIndex: 0,
                        isLast: false,
                        into: &plain,
                        keys: keys.secret
                    )
                }
            }
        }
    }

    private func ageRows(
        _ bench: Workbench,
        _ name: String,
        _ read: Double,
        _ write: Double,
        _ wanted: Double
    ) throws -> [Row] {
        guard Shell.has("age") else { return [] }
        let at = bench.folder
        try Shell.run("age-keygen -o \(at)/age.key && head -c 1G /dev/zero > \(at)/plain/large")
        let encrypt = "age -r $(age-keygen -y \(at)/age.key) -o \(at)/large.age \(at)/plain/large"
        let theirWrite = try watch.median(prepare: { try Shell.run("rm -f \(at)/large.age") }) {
            try Shell.run(encrypt)
        }
        let theirRead = try watch.median {
            try Shell.run("age -d -i \(at)/age.key -o /dev/null \(at)/large.age")
        }
        return [
            row("read 1 GiB, \(name)", "age", read, theirRead, wanted),
            row("write 1 GiB, \(name)", "age", write, theirWrite, 2.5),
        ]
    }

    private func gocryptfsRows(
        _ bench: Workbench,
        _ name: String,
        _ read: Double,
        _ write: Double
    ) throws -> [Row] {
        let at = bench.folder
        guard Shell.has("gocryptfs"),
            (try? Shell.run(
                "cd \(at) && mkdir -p cipher mount && echo pw > pw && gocryptfs -q -init -scryptn 10 "
                    + "-passfile pw cipher && gocryptfs -q -passfile pw cipher mount"
            )) != nil
        else { return [] }
        defer { try? Shell.run("fusermount3 -u \(at)/mount || fusermount -u \(at)/mount") }
        let theirWrite = try watch.median(prepare: { try Shell.run("rm -f \(at)/mount/large") }) {
            try Shell.run("cat \(at)/plain/large > \(at)/mount/large")
        }
        let theirRead = try watch.median { try Shell.run("cat \(at)/mount/large > /dev/null") }
        return [
            row("read 1 GiB, \(name)", "gocryptfs", read, theirRead, nil),
            row("write 1 GiB, \(name)", "gocryptfs", write, theirWrite, 4),
        ]
    }
}
