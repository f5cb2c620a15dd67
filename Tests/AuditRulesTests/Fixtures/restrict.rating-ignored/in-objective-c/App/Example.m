void play(NSURL *url) {
    AVPlayer *player = [AVPlayer playerWithURL:url];  // expect: restrict.rating-ignored
    [player play];
}