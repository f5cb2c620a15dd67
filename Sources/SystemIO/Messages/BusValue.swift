import Glibc

/// A value in a message of D-Bus, in the few kinds that are told apart here.
package enum BusValue: Sendable {
    case truth(Bool)
    /// Of any width; of a negative one, the bits.
    case number(UInt64)
    /// Text, the path of an object, or a signature.
    case text(String)
    case descriptor(BusDescriptor)
    /// An array, a structure, an entry of a dictionary, or what is in a variant.
    case list([BusValue])
    /// One of a type that nobody here asks for.
    case other

    /// What is in a variant; the value itself where it is none.
    package var content: BusValue {
        if case .list(let values) = self, values.count == 1 { values[0].content } else { self }
    }

    /// The truth value that it is.
    package var truth: Bool? { if case .truth(let value) = content { value } else { nil } }

    /// The number that it is, or that a structure begins with.
    package var number: UInt64? {
        switch content {
        case .number(let value): value
        case .list(let values): values.first?.number
        default: nil
        }
    }

    /// The text that it is.
    package var text: String? { if case .text(let value) = content { value } else { nil } }
}

/// A file that came in a message, and closes with the value.
package final class BusDescriptor: Sendable {
    /// The open file.
    package let descriptor: Descriptor

    /// Takes an open file over.
    package init(owning descriptor: Descriptor) { self.descriptor = descriptor }

    deinit { close(descriptor.rawValue) }
}

/// What somebody on a bus tells everybody who listens.
package struct BusSignal: Sendable {
    /// The unique name of the sender, which the bus itself writes into each message.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    /// Empty where they cannot be read.
    package let arguments: [BusValue]

    /// Gathers the parts.
    package init(
        sender: String,
        path: String,
        interface: String,
        member: String,
        arguments: [BusValue]
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// A method of an object on a bus, and its arguments, which are texts.
package struct BusCall: Sendable, Equatable {
    package let destination: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [String]

    /// Gathers the parts.
    package init(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ member: String,
        _ arguments: [String] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// A method of the bus itself.
    package static func ofBus(_ member: String, _ arguments: [String]) -> BusCall {
        BusCall(
            busName,
            "/org/freedesktop/DBus",
            busName,
            member,
            arguments
        )
    }

    /// What the bus is called as a sender and as an interface; nobody else can have that name.
    package static let busName = "org.freedesktop.DBus"
}
