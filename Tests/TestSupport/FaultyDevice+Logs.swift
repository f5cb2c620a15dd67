import DeviceSimulation
import ProtectedStore
package import ProtectionModel
import SystemIO

extension FaultyDevice {
    /// Makes a small file whose log stays: its fold at the close finds the disk full.
    ///
    /// `base` is sealed whole, then each of `writes` becomes a group of the log.
    package func makeLog(
        _ path: DevicePath,
        _ base: [UInt8],
        writes: [(offset: UInt64, bytes: [UInt8])],
        as protection: ProtectionClass
    ) throws {
        try device.files.write(base, to: path, as: protection)
        let handle = try device.files.open(path)
        for write in writes { try handle.write(write.bytes, at: write.offset) }
        let full = (0..<64).map { (FaultPlan.Place.nth($0, .open), FaultPlan.Fault.diskFull) }
        try run(FaultPlan(Dictionary(uniqueKeysWithValues: full))) { try handle.close() }
    }
}
