// swift-format-ignore-file
final class AudioSettings {}