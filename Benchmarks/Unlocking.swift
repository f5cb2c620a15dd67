import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Unlocks with each kind of key, beside the derivation that makes a passcode slow to guess.
struct Unlocking {
    let watch: Stopwatch

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let holder = bench.holder
        let file = try SecureBytes(count: 32, group: .transit, arena: holder.arena) {
            SystemRandomSource().fill(&$0)
        }
        let paper = try SecureBytes(
            count: RecoveryKey.byteCount,
            group: .transit,
            arena: holder.arena
        ) { SystemRandomSource().fill(&$0) }
        try add(.keyFile, file, to: holder)
        try add(.recoveryKey, paper, to: holder)
        let derivation = try derivation(holder.arena)
        let passcode = try time(holder) {
            try holder.unlock(.passcode(self.passcode(holder.arena)))
        }
        let key = try time(holder) {
            try holder.unlock(.key(StrongKey(.keyFile, file.copy(to: .transit))))
        }
        let recovery = try time(holder) {
            try holder.recover(
                with: .key(StrongKey(.recoveryKey, paper.copy(to: .transit))),
                settingPasscode: self.passcode(holder.arena)
            )
        }
        return [
            row("unlock by passcode", passcode, derivation),
            row("unlock by recovery key, new passcode", recovery, derivation),
            row("unlock by key file", key, derivation),
        ]
    }

    private func row(_ work: String, _ seconds: Double, _ derivation: Double) -> Row {
        Row(
            work: work,
            ours: Row.text(seconds * 1_000, "ms"),
            peer: "Argon2id alone",
            theirs: Row.text(derivation * 1_000, "ms"),
            ratio: derivation / seconds,
            wanted: nil
        )
    }

    private func add(
        _ kind: KeySlot.Kind,
        _ secret: borrowing SecureBytes,
        to holder: KeyHolder
    ) throws {
        let key = StrongKey(kind, try secret.copy(to: .transit))
        try holder.addKey(
            NewKeySlot(name: kind.word, .key(key)),
            authorizedBy: .passcode(passcode(holder.arena))
        )
    }

    private func passcode(_ arena: SecureArena) throws -> Passcode {
        try Passcode(published: "2580", arena: arena)
    }

    private func time(_ holder: KeyHolder, _ unlock: () throws -> Void) throws -> Double {
        try watch.median(prepare: { try holder.lock(skippingGrace: true) }, unlock)
    }

    private func derivation(_ arena: SecureArena) throws -> Double {
        let passcode = try SecureBytes(count: 4, group: .transit, arena: arena) {
            $0.storeBytes(Array("2580".utf8))
        }
        let output = try SecureBytes(count: 32, group: .transit, arena: arena)
        let salt = [UInt8](repeating: 1, count: Argon2id.saltByteCount)
        return try watch.median {
            try Argon2id.derive(passcode: passcode, salt: salt, cost: .interactive, into: output)
        }
    }
}
