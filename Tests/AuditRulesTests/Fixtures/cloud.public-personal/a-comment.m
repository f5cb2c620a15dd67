/* the publicCloudDatabase of record[@"email"] */
void a(void) {}