import CSystemShims

/// What a process does with its standard streams as a whole.
package enum ProcessStreams {
    /// Puts `/dev/null` in the place of all three: for a daemon that has said what it had to say.
    package static func detach() {
        _ = shim_detach_streams()
    }

    /// A reader that has gone becomes an error of the write instead of a signal.
    package static func ignoreBrokenPipes() {
        shim_ignore_broken_pipes()
    }
}
