import CSodium
import CSystemShims

/// What libsodium's functions and copies leave behind on the stack and in registers.
///
/// The memory tests found, with libsodium 1.0.18, half of a chunk's key and parts of its plaintext
/// on a thread's stack after the chunk was done, also when the stack had been wiped, but not when
/// the vector registers had been, too: what stays in them is saved on the stack later, probably by
/// the dynamic linker at a function's first call.
package enum StackResidue {
    /// Residues were found over 5.6 KiB.
    package static let byteCount = 8_192

    /// Overwrites the vector registers and the stack below the caller's frame with zeros.
    ///
    /// Belongs in a `defer` of the function that calls libsodium, so that errors wipe too.
    package static func wipe(byteCount: Int = byteCount) {
        shim_clear_vector_registers()
        sodium_stackzero(byteCount)
    }

    /// Overwrites the vector registers alone, in which a copy leaves what it copied.
    static func wipeRegisters() {
        shim_clear_vector_registers()
    }
}
