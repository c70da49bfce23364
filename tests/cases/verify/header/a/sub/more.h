#include "./deep.h"
#define MORE(x) ((x) + DEEP)
