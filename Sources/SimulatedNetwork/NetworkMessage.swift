/// Something on its way from one device to another.
package struct NetworkMessage: Sendable {
    /// What is under way.
    package enum Kind: Sendable, Hashable {
        /// What tells of an activity, to whoever hears it.
        case advertisement
        /// A frame of a connection; connections are counted from 1.
        case frame(connection: Int)
    }

    /// Counted from 1, over all that the network has carried.
    package let number: Int
    /// What it is.
    package let kind: Kind
    /// The device that has sent it, by its name in the network.
    package let sender: String
    /// The device that it is for.
    package let receiver: String
    /// As it was sent.
    package let bytes: [UInt8]
}
