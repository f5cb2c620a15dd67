#if TPM
import Foundation
import KeyManagement
import ProtectionModel
import TestSupport
import Testing
import TrustedPlatform

@Suite("What a chip's codes come to")
struct FailureTests {
    /// The kernel's resource manager puts its number before the chip's codes.
    private static let managers: [UInt32] = [0, 0xC << 16]

    @Test(
        "a file, or another machine, that an address names in the place of a chip is left alone",
        arguments: [
            "device:", "swtpm:path=", "mssim:host=192.0.2.1,port=", "swtpm:host=example.org,port=",
        ]
    )
    func strangers(address: String) throws {
        let path = "/tmp/no-chip-\(UInt32.random(in: 0 ... .max))"
        let file = URL(filePath: path)
        try Data([1, 2, 3]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let chip = TPM(try TPMAddress(address + (address.hasSuffix("port=") ? "2321" : path)))
        #expect(refusal { _ = try chip.isOwnerAuthorizationSet() } == .chipUnavailable)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
    }

    @Test("each warning passes by itself, and says nothing of what was loaded")
    func warnings() {
        // TPM 2.0 part 2, 6.6.3: from CONTEXT_GAP to REFERENCE_S6, and from NV_RATE to NV_UNAVAILABLE.
        let warnings =
            Array(UInt32(0x901)...0x90A) + Array(0x910...0x916) + Array(0x918...0x91E)
            + Array(0x920...0x923)
        for code in warnings {
            for manager in Self.managers {
                let failure = TPMFailure(code: manager | code)
                #expect(failure.isPassing, "\(code)")
                #expect(failure.refusal == (code == 0x921 ? .lockedOut : .busy), "\(code)")
                #expect(!failure.isAboutParameter, "\(code)")
            }
        }
    }

    @Test("a chip that fails or was not started finds no fault with what it is given")
    func errors() {
        for code: UInt32 in [0x100, 0x101, 0x120, 0x153] {
            #expect(!TPMFailure(code: code).isAboutParameter)
        }
        // Of a handle, and of a session.
        #expect(!TPMFailure(code: 0x18B).isAboutParameter)
        #expect(!TPMFailure(code: 0x98E).isAboutParameter)
    }

    @Test("a changed area is damaged, whatever the chip or the library calls it")
    func damage() {
        // INTEGRITY, SIZE, ATTRIBUTES and TYPE of the first or second parameter; a library's.
        for code: UInt32 in [0x1DF, 0x1D5, 0x2C2, 0x2CA, 0x7000B] {
            let failure = TPMFailure(code: code)
            #expect(failure.isAboutParameter && !failure.isPassing, "\(code)")
        }
        // The library's, after a call that failed unnoticed.
        #expect(TPMFailure(code: 0x70007).refusal == .ended)
        // A library without memory.
        #expect(TPMFailure(code: 0x70017).isPassing)
    }
}
#endif
