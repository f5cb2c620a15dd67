import ArgumentParser
import ProtectionModel
import SessionWatching
import SystemIO

/// What `agent run --lock-with` names, with commas between.
struct LockWith: ExpressibleByArgument {
    let sources: Set<LockSource>

    init?(argument: String) {
        let sources = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { LockSource(rawValue: String($0)) }
        guard !sources.contains(nil) else { return nil }
        self.sources = Set(sources.compactMap(\.self))
    }

    static var allValueStrings: [String] { LockSource.allCases.map(\.rawValue) }

    /// A watch for this process's user, on the buses that the environment names.
    func watch(_ environment: ProcessEnvironment = .current) throws -> SessionWatch {
        let runtime = environment.value(of: "XDG_RUNTIME_DIR")
        let addresses = BusAddresses(
            system: environment.value(of: "DBUS_SYSTEM_BUS_ADDRESS"),
            session: environment.value(of: "DBUS_SESSION_BUS_ADDRESS"),
            runtimeDirectory: runtime?.hasPrefix("/") == true ? runtime : nil
        )
        return try SessionWatch(
            sources,
            of: UserID.current,
            elapsed: SystemTime.sinceBoot
        ) { bus, patience in
            guard let address = bus == .system ? addresses.system : addresses.session else {
                throw ProtectionError(
                    .agentUnreachable,
                    "cannot find the session bus: neither DBUS_SESSION_BUS_ADDRESS nor "
                        + "XDG_RUNTIME_DIR is set"
                )
            }
            return try MessageBus(address: address, within: patience)
        }
    }

    /// Begins to follow them, which must be possible.
    static func start(_ watch: SessionWatch, _ onEvent: @escaping SessionWatch.Handler) throws {
        do { try watch.start(onEvent) } catch let error as ProtectionError {
            throw ToolError(
                error.code,
                "the session cannot be followed: \(error.message)",
                hint: "leave out of --lock-with what this machine does not have: session, sleep "
                    + "and idle come from systemd-logind, screensaver from a desktop's session bus"
            )
        }
    }
}
