#if TPM
import Foundation
import Glibc
import KeyManagement
import ProtectionModel
import Testing
import TrustedPlatform

@Suite("A chip that takes what it is asked and says nothing")
struct SilentChipTests {
    /// A socket that takes connections, which is all that it does, until it is closed.
    private final class Silence {
        let path: String
        private let socket: Int32

        init(_ path: String) throws {
            self.path = path
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0 && listen(socket, 8) == 0)
        }

        deinit {
            unlink(path)
            close(socket)
        }
    }

    private func refusal(_ body: () throws -> Void) -> TPMRefusal? {
        do { try body() } catch { return (error as? ProtectionError)?.cause as? TPMRefusal }
        return nil
    }

    @Test("is waited for so long, and asked nothing more before it has answered")
    func silent() throws {
        let path = "/tmp/silence-\(UUID().uuidString.prefix(8))"
        var silence = try [path, path + ".ctrl"].map { try Silence($0) }
        let address = try TPMAddress("swtpm:path=\(path)")
        let chip = TPM(address, patience: .zero)
        #expect(refusal { _ = try chip.lockoutCounter() } == .silent)
        // A patient one does not wait behind it.
        #expect(refusal { _ = try TPM(address).lockoutCounter() } == .silent)
        silence.removeAll()
        // The thread that was left behind notices the end by itself.
        while refusal({ _ = try TPM(address).lockoutCounter() }) == .silent { sched_yield() }
        #expect(refusal { _ = try TPM(address).lockoutCounter() } == .absent)
        let error = TPMRefusal.silent.error(of: path)
        #expect(error.code == .inputOutput)
    }
}
#endif
