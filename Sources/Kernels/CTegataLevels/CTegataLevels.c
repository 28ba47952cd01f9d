// Everything is in the headers. This file exists because Swift Build links an object of every target.
#include "CTegataLevels.h"
