void load(NSMutableURLRequest *request, NSString *token) {
    [request setValue:token forHTTPHeaderField:@"Authorization"];  // expect: net.cache-authenticated
    [[NSURLSession.sharedSession dataTaskWithRequest:request] resume];
}
