import ProtectedStore
import ProtectionModel

extension FileStore {
    /// Where something goes: into a folder that exists, else to the path itself.
    func place(of source: DevicePath, at target: DevicePath) throws -> DevicePath {
        guard source != target, let name = source.name else { return target }
        do throws(StoreError) {
            guard try metadata(of: target).kind == .directory else { return target }
        } catch {
            guard error.code == .notFound else { throw error }
            return target
        }
        return try target.appending(name)
    }
}
