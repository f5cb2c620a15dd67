/// Whether somebody holds the keys of a device.
package enum DeviceHolder: Sendable, Equatable {
    /// Nobody: the device is off.
    case nobody
    /// An agent, with the path of its socket, or a program that answers nobody; an agent that has
    /// just started counts as one for a moment.
    case someone(socket: String?)

    /// How long a record is at most, in bytes.
    static let recordByteLimit = 4_096

    /// Who holds a device that is held, by the record in its holder file: one line.
    init(record: [UInt8]) {
        guard record.first == UInt8(ascii: "/"), record.last == UInt8(ascii: "\n"),
            !record.dropLast().contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }),
            let path = String(validating: record.dropLast(), as: UTF8.self)
        else {
            self = .someone(socket: nil)
            return
        }
        self = .someone(socket: path)
    }
}
