// swift-format-ignore-file
func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }