import CSystemShims
import Glibc
import SystemPackage

/// A connection to a bus of D-Bus, over libsystemd, which is loaded when the first one is made.
///
/// For one thread: the connection is neither handed on nor shared.
package final class MessageBus {
    private let bus: UnsafeMutableRawPointer

    /// The library, and the call that fails without it.
    package static let library = "libsystemd.so.0"
    package static let loading = "dlopen"

    /// Connects to the bus at an address of D-Bus's form, such as
    /// `unix:path=/run/dbus/system_bus_socket`, which has to answer within `patience`.
    ///
    /// - Throws: ``SystemError`` with `ELIBACC` where the library is missing or older than version 241,
    ///   and `ETIMEDOUT`.
    package init(address: String, within patience: Duration) throws(SystemError) {
        try Self.check(shim_bus_load(), Self.loading, Self.library)
        var bus: UnsafeMutableRawPointer?
        try Self.check(shim_bus_open(address, &bus), "sd_bus_start", address)
        guard let bus else { throw SystemError(Errno(rawValue: ENOTCONN), call: "sd_bus_start") }
        self.bus = bus
        try awaitHello(until: SystemTime.sinceBoot() + patience)
    }

    /// The library itself would wait for half a minute, twice.
    private func awaitHello(until deadline: Duration) throws(SystemError) {
        while shim_bus_is_ready(bus) == 0 {
            var message: UnsafeMutableRawPointer?
            let result = shim_bus_process(bus, &message)
            if let message { shim_bus_unreference(message) }
            try Self.check(result, "sd_bus_start", nil)
            guard result == 0, shim_bus_is_ready(bus) == 0 else { continue }
            let rest = deadline - SystemTime.sinceBoot()
            guard rest > .zero else { throw SystemError(.timedOut, call: "sd_bus_start") }
            var entries = [entry]
            try Poll.wait(&entries, timeout: rest)
        }
    }

    deinit { shim_bus_close(bus) }

    /// What to wait for before the next ``next(from:)``.
    package var entry: Poll.Entry {
        let events = shim_bus_poll_events(bus)
        return Poll.Entry(
            Descriptor(rawValue: shim_bus_descriptor(bus)),
            wantsInput: events & POLLIN != 0,
            wantsOutput: events & POLLOUT != 0
        )
    }

    /// Calls a method and waits for its answer; signals that come meanwhile are kept.
    ///
    /// - Throws: ``SystemError`` with what the error is in the kernel's words, `ETIMEDOUT` included.
    package func call(
        _ call: BusCall,
        within patience: Duration
    ) throws(SystemError) -> [BusValue] {
        let arguments = call.arguments.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var reply: UnsafeMutableRawPointer?
        let result = shim_bus_call(
            bus,
            call.destination,
            call.path,
            call.interface,
            call.member,
            arguments.map { UnsafePointer($0) } + [nil],
            UInt64(max(1, Poll.milliseconds(patience))) * 1_000,
            &reply
        )
        try Self.check(result, call.member, call.destination)
        guard let reply else { return [] }
        defer { shim_bus_unreference(reply) }
        return try Self.values(in: reply)
    }

    /// The next signal from a sender that is known; nil when none has come.
    ///
    /// Anybody may send anything of any size: of what strangers send, no value is read.
    ///
    /// - Throws: ``SystemError`` when the bus is gone.
    package func next(from isKnown: (String) -> Bool) throws(SystemError) -> BusSignal? {
        while true {
            var message: UnsafeMutableRawPointer?
            let result = shim_bus_process(bus, &message)
            try Self.check(result, "sd_bus_process", nil)
            guard let message else {
                if result == 0 { return nil }
                continue
            }
            defer { shim_bus_unreference(message) }
            if let signal = Self.signal(in: message, from: isKnown) { return signal }
        }
    }

    private static func signal(
        in message: UnsafeMutableRawPointer,
        from isKnown: (String) -> Bool
    ) -> BusSignal? {
        var origin = shim_bus_origin()
        guard shim_bus_signal_origin(message, &origin) == 1, let sender = origin.sender,
            let path = origin.path, let interface = origin.interface, let member = origin.member,
            isKnown(String(cString: sender))
        else { return nil }
        return BusSignal(
            sender: String(cString: sender),
            path: String(cString: path),
            interface: String(cString: interface),
            member: String(cString: member),
            arguments: (try? values(in: message)) ?? []
        )
    }

    /// The values up to the end of a message, or of a list in it.
    private static func values(
        in message: UnsafeMutableRawPointer
    ) throws(SystemError) -> [BusValue] {
        var values: [BusValue] = []
        var value = shim_bus_value()
        while true {
            let result = shim_bus_next(message, &value)
            try check(result, "sd_bus_message_read", nil)
            guard result > 0 else { return values }
            switch UInt8(bitPattern: value.type) {
            case UInt8(ascii: "s"):
                values.append(.text(value.text.map(String.init(cString:)) ?? ""))
            case UInt8(ascii: "b"): values.append(.truth(value.number != 0))
            case UInt8(ascii: "u"): values.append(.number(value.number))
            case UInt8(ascii: "h"):
                let descriptor = Descriptor(rawValue: Int32(truncatingIfNeeded: value.number))
                values.append(.descriptor(BusDescriptor(owning: descriptor)))
            case UInt8(ascii: "("):
                values.append(.list(try self.values(in: message)))
                try check(shim_bus_end_list(message), "sd_bus_message_exit_container", nil)
            default: values.append(.other)
            }
        }
    }

    private static func check(
        _ result: Int32,
        _ call: String,
        _ name: String?
    ) throws(SystemError) {
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: call, name: name)
        }
    }
}
