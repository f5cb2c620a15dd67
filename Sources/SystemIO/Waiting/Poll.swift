import Glibc
import SystemPackage

/// Waits for descriptors with poll(2).
package enum Poll {
    /// What to wait for on one descriptor, and afterwards what happened.
    package struct Entry: Sendable {
        package let descriptor: Descriptor
        /// Wake up when there is something to read, an end, or an error.
        package var wantsInput: Bool
        /// Wake up when there is room to write.
        package var wantsOutput: Bool
        /// Something can be read, or the other end is gone; reading tells which.
        package fileprivate(set) var hasInput = false
        /// Writing would not block.
        package fileprivate(set) var hasRoom = false

        /// Waits for input unless told otherwise.
        package init(
            _ descriptor: Descriptor,
            wantsInput: Bool = true,
            wantsOutput: Bool = false
        ) {
            self.descriptor = descriptor
            self.wantsInput = wantsInput
            self.wantsOutput = wantsOutput
        }
    }

    /// Waits until something happens or `timeout` has passed; nil waits without limit.
    ///
    /// Rounds up to whole milliseconds and may return early without news.
    /// - Throws: ``SystemError``.
    package static func wait(
        _ entries: inout [Entry],
        timeout: Duration?
    ) throws(SystemError) {
        var requests = entries.map { entry in
            let input = entry.wantsInput ? POLLIN : 0
            let output = entry.wantsOutput ? POLLOUT : 0
            return pollfd(
                fd: entry.descriptor.rawValue,
                events: Int16(input | output),
                revents: 0
            )
        }
        let result = poll(&requests, nfds_t(requests.count), milliseconds(timeout))
        let code = errno
        guard result >= 0 || code == EINTR else {
            throw SystemError(Errno(rawValue: code), call: "poll")
        }
        for index in entries.indices {
            let came = result < 0 ? 0 : Int32(requests[index].revents)
            entries[index].hasInput = came & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0
            entries[index].hasRoom = came & POLLOUT != 0
        }
    }

    static func milliseconds(_ timeout: Duration?) -> Int32 {
        guard let timeout else { return -1 }
        guard timeout > .zero else { return 0 }
        let (seconds, attoseconds) = timeout.components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
