import Foundation
import ProtectedFoundation
import ProtectionTesting

extension TestDevice {
    /// The URL of something in `Documents`, as the app finds it.
    func documentURL(_ name: String = "") -> URL {
        let folder = fileManager.urls(for: .documentDirectory, in: .userDomainMask)[0]
        return name.isEmpty ? folder : folder.appendingPathComponent(name)
    }
}
