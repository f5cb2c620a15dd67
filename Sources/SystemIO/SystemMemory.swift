import Glibc

/// What the machine has left.
package enum SystemMemory {
    /// Whether the kernel would map so many bytes for us now.
    ///
    /// Nothing is kept, so another program may take them at once. A limit on the process counts; one
    /// of a container that the kernel enforces by killing does not.
    package static func canGive(byteCount: Int) -> Bool {
        guard byteCount > 0 else { return true }
        let protection = PROT_READ | PROT_WRITE
        let address = mmap(nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else { return false }
        munmap(address, byteCount)
        return true
    }
}
