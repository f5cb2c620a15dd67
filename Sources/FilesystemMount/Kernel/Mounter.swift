import ProtectionModel
import SystemIO
import SystemPackage

/// Mounts and unmounts: root itself, everybody else through the helper, which is setuid root.
struct Mounter: Sendable {
    /// The helper, or nil to do it ourselves.
    let helper: SetuidMounter?

    init(_ options: MountOptions) {
        let isRoot = UserID.current == UserID.root && !options.alwaysUsesHelper
        helper = isRoot ? nil : SetuidMounter(program: options.helper)
    }

    /// Mounts, and gives the device that the kernel's requests come from.
    ///
    /// - Throws: ``ProtectionError``.
    func mount(
        at point: MountPoint,
        _ options: MountOptions
    ) throws(ProtectionError) -> MountDevice {
        if let helper { return try helper.mount(at: point, options) }
        let device: MountDevice
        do { device = try MountDevice.open() } catch { throw Self.deviceFailure(error) }
        let user = UserID.current
        let own = ["rootmode=40000", "user_id=\(user)", "group_id=\(UserID.currentGroup)"]
        do {
            try MountCalls.mount(
                device,
                from: options.source,
                at: point.path,
                type: Mount.type,
                options: own + options.words,
                isReadOnly: options.isReadOnly
            )
        } catch {
            throw Self.mountFailure(error, point)
        }
        return device
    }

    /// Unmounts; with `detaching` also what is used, which then ends with its last user.
    ///
    /// - Throws: ``ProtectionError``: `busy`, `permissionDenied`, `notFound`, `inputOutput`.
    func unmount(_ point: MountPoint, detaching: Bool) throws(ProtectionError) {
        if let helper { return try helper.unmount(point, detaching: detaching) }
        do {
            try MountCalls.unmount(point.path, detaching: detaching)
        } catch {
            throw Self.unmountFailure(error, point)
        }
    }

    private static func deviceFailure(_ error: SystemError) -> ProtectionError {
        let (code, fact): (ErrorCode, String) =
            switch error.errno {
            case .noSuchFileOrDirectory:
                (
                    .notFound,
                    "does not exist: the kernel module 'fuse' is not loaded, or this container was not "
                        + "given the device"
                )
            case .operationNotSupportedByDevice, .noSuchAddressOrDevice:
                (.notFound, "leads to no driver: the kernel has no FUSE")
            case .permissionDenied, .notPermitted:
                (.permissionDenied, "cannot be opened: permission denied")
            default: (.inputOutput, "cannot be opened: \(error.errno)")
            }
        return ProtectionError(code, "'/dev/fuse' \(fact)", cause: error)
    }

    private static func mountFailure(
        _ error: SystemError,
        _ point: MountPoint
    ) -> ProtectionError {
        let (code, fact): (ErrorCode, String) =
            switch error.errno {
            case .notPermitted, .permissionDenied:
                (.permissionDenied, "this process may not mount (CAP_SYS_ADMIN)")
            case .operationNotSupportedByDevice: (.notFound, "the kernel has no FUSE")
            case .resourceBusy: (.busy, "it is in use")
            default: (.inputOutput, "\(error.errno)")
            }
        return ProtectionError(
            code,
            "cannot mount at '\(point.path)': \(fact)",
            path: point.path,
            cause: error
        )
    }

    private static func unmountFailure(
        _ error: SystemError,
        _ point: MountPoint
    ) -> ProtectionError {
        let (code, fact): (ErrorCode, String) =
            switch error.errno {
            case .resourceBusy: (.busy, "it is in use")
            case .notPermitted, .permissionDenied: (.permissionDenied, "permission denied")
            case .invalidArgument, .noSuchFileOrDirectory: (.notFound, "nothing is mounted there")
            default: (.inputOutput, "\(error.errno)")
            }
        return ProtectionError(
            code,
            "cannot unmount '\(point.path)': \(fact)",
            path: point.path,
            cause: error
        )
    }
}
