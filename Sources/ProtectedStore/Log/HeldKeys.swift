import KeyManagement

/// Keys that are there for as long as a call holds the state of an open file.
struct HeldKeys {
    /// What opens and seals the content.
    let content: SecretBox
    /// What checks headers and frames.
    let volume: VolumeKeys
}
