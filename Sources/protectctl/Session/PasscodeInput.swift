import ArgumentParser
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import SystemPackage
import TrustedDevices

/// Where a passcode, or a recovery key, comes from: a file, standard input, or the person at the
/// terminal.
///
/// The bytes go straight into locked memory; never into a string, never from an argument.
struct PasscodeInput {
    let file: String?
    let prompt: String
    /// What it is called in errors, and by which option a file of it is named.
    var subject = "passcode"

    /// What its option begins with.
    private var option: String { subject.replacing(" ", with: "-") }

    /// Reads the passcode.
    ///
    /// - Throws: `passcode-required` when there is neither a file nor a terminal.
    func read(_ arena: SecureArena) throws -> Passcode {
        let incoming = try room(arena)
        let count = try incoming.transfer { try fill(&$0) }
        return try Passcode(line: incoming, count: count)
    }

    /// Reads a recovery key from a file or a terminal.
    ///
    /// - Throws: as ``read(_:)``; `invalid-argument` that names a group with a wrong character.
    static func recoveryKey(in file: String?, _ arena: SecureArena) throws -> StrongKey {
        let input = PasscodeInput(file: file, prompt: "Recovery key: ", subject: "recovery key")
        let incoming = try input.room(arena)
        let count = try incoming.transfer { try input.fill(&$0) }
        let key = try RecoveryKey(reading: incoming, count: count)
        return StrongKey(.recoveryKey, try key.bytes.copy(to: .transit))
    }

    /// Reads a pairing code from a file or a terminal.
    ///
    /// - Throws: as ``read(_:)``; `invalid-argument` for one with a wrong character.
    static func pairingCode(in file: String?, _ arena: SecureArena) throws -> PairingCode {
        let input = PasscodeInput(file: file, prompt: "Code: ", subject: "code")
        let incoming = try input.room(arena)
        let count = try incoming.transfer { try input.fill(&$0) }
        do { return try PairingCode(reading: incoming, count: count) } catch {
            guard let error = error as? ProtectionError else { throw error }
            throw ToolError(
                error.code,
                error.message,
                hint: "copy it anew: nothing was sent, and it is still good"
            )
        }
    }

    /// One byte more than is allowed, and one for the line's end.
    private func room(_ arena: SecureArena) throws -> SecureBytes {
        try SecureBytes(count: Passcode.byteLimit + 2, group: .transit, arena: arena)
    }

    /// Reads a passcode that is new: whoever types it cannot see it, and so types it twice.
    ///
    /// - Throws: `passcode-required` as above; `invalid-argument` when the two are not the same.
    func readNew(_ arena: SecureArena) throws -> Passcode {
        let passcode = try read(arena)
        guard file == nil else { return passcode }
        let again = try PasscodeInput(file: nil, prompt: "Repeat it: ").read(arena)
        guard try passcode.bytes.isEqual(to: again.bytes) else {
            throw ToolError(.invalidArgument, "the two passcodes differ")
        }
        return passcode
    }

    private func fill(_ bytes: inout MutableRawSpan) throws -> Int {
        switch file {
        case "-":
            let count = try HostStream.standardInput.read(into: &bytes)
            // Some callers, such as pam_exec(8) of old, send a string of C's with its end; of an empty one
            // that is all.
            let isCString =
                count > 0 && bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self) == 0
            return isCString ? count - 1 : count
        case let file?:
            do {
                return try HostStream.source(file).read(into: &bytes)
            } catch {
                throw ToolError(
                    ErrorCode(error),
                    "cannot read the \(subject) from '\(file)': \(error.errno)",
                    path: file,
                    hint: "--\(option)-file takes a file with the \(subject) in it; '-' is stdin"
                )
            }
        case nil:
            do {
                return try Terminal.ask(prompt, into: &bytes)
            } catch {
                throw ToolError(
                    .passcodeRequired,
                    "cannot ask for the \(subject): standard input is not a terminal, and no file was given"
                )
            }
        }
    }
}

/// A command that reads a passcode, or gathers those that do: what it is given by mistake may be
/// one, and is never repeated.
protocol TakesPasscode: ParsableCommand {}
