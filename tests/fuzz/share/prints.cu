unsigned v = __ballot_sync(0xffffffff, threadIdx.x > 3);
if (v == 7) printf("%u\n", v);
