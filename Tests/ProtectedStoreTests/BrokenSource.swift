import ProtectedStore
import ProtectionModel

/// Content that cannot be read.
struct BrokenSource: ContentSource {
    func read(into bytes: inout MutableRawSpan) throws -> Int {
        throw ProtectionError(.inputOutput, "the source broke off")
    }
}
