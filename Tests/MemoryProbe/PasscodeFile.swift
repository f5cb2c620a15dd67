import KeyManagement
import SodiumCrypto
import SystemIO

/// Reads passcodes as the tool does: straight into locked memory.
struct PasscodeFile {
    let path: String

    func read(_ arena: SecureArena) throws -> Passcode {
        let stream = try HostStream.source(path)
        let incoming = try SecureBytes(
            count: Passcode.byteLimit + 2,
            group: .transit,
            arena: arena
        )
        let count = try incoming.transfer { try stream.read(into: &$0) }
        return try Passcode(line: incoming, count: count)
    }
}
