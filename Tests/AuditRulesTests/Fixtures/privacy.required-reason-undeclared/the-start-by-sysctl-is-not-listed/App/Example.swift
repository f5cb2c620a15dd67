// swift-format-ignore-file
func boot() -> timeval {
    var time = timeval(), size = 16, name = [CTL_KERN, KERN_BOOTTIME]
    sysctl(&name, 2, &time, &size, nil, 0)
    return time
}