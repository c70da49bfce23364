#include "sub/more.h"
#define VALUE MORE(1)
