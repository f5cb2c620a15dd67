import SystemIO
import Testing

@Suite("What memory the machine has left")
struct SystemMemoryTests {
    @Test("a page is there, more than any machine addresses is not, and nothing always is")
    func limits() {
        #expect(SystemMemory.canGive(byteCount: 4_096))
        #expect(SystemMemory.canGive(byteCount: 0))
        #expect(!SystemMemory.canGive(byteCount: .max))
        #expect(!SystemMemory.canGive(byteCount: 1 << 50))
    }
}
