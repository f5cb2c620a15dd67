import SystemIO

/// Who holds the keys of a device.
package enum DeviceHolder: Sendable, Equatable {
    /// No process: the device is off.
    case nobody
    /// An agent, or a program without a socket; an agent that has just started counts as such a
    /// program for a moment.
    case someone(HolderRecord)
}

/// What the holder of a device's keys says of itself in the holder file: a line with its process id
/// and its program, and, while an agent answers, one with the path of its socket.
package struct HolderRecord: Sendable, Equatable {
    /// How long a record is at most, in bytes.
    static let byteLimit = 4_096

    /// The process id, as the holder itself knows it; nil when the record cannot be read.
    package var process: Int32?
    /// The name of the program, for people to read.
    package var program: String
    /// Where the agent answers.
    package var socket: String?

    /// Gathers the facts.
    package init(process: Int32? = nil, program: String = "", socket: String? = nil) {
        self.process = process
        self.program = program
        self.socket = socket
    }

    /// This process, which has no socket yet.
    static var ofThisProcess: HolderRecord {
        let name = ThisProcess.name
        return HolderRecord(
            process: ThisProcess.identifier,
            program: name.isEmpty ? "unknown" : name
        )
    }

    /// Reads a record; one that is malformed tells nothing.
    init(bytes: [UInt8]) {
        self.init()
        guard bytes.last == UInt8(ascii: "\n"), !bytes.contains(0),
            let text = String(validating: bytes.dropLast(), as: UTF8.self)
        else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 1)
        guard lines.count <= 2, words.count == 2, let process = Int32(words[0]), process > 0
        else { return }
        if lines.count == 2 {
            guard lines[1].hasPrefix("/") else { return }
            socket = String(lines[1])
        }
        self.process = process
        program = String(words[1])
    }

    var bytes: [UInt8] {
        Array("\(process ?? 0) \(program)\n\(socket.map { "\($0)\n" } ?? "")".utf8)
    }
}

extension HolderRecord: CustomStringConvertible {
    /// The holder as the subject of a sentence.
    ///
    /// The number is the holder's own; where this process finds another program by it, or none, as
    /// with a holder in a container, it is left out.
    package var description: String {
        guard let process else { return "another process" }
        return ThisProcess.name(of: process) == program
            ? "process \(process) (\(program))" : "another process (\(program))"
    }
}
