/// A box of an MP4 file: a size, a type and what is in it (ISO/IEC 14496-12, 4.2).
///
///     size 4 bytes | type 4 bytes | size 8 bytes, where the first is 1 | payload
///
/// The size counts the header. 0 stands for "to the end of the file", on the outermost level only.
struct MP4Box {
    let type: FourCharacters
    /// Where the header begins.
    let offset: UInt64
    /// Where the payload begins.
    let payload: UInt64
    /// Where the box ends: never before `payload`, never after its parent.
    let end: UInt64

    var payloadByteCount: UInt64 { end - payload }
}
