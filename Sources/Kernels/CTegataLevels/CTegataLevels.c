// Everything is in the headers; this file is here because Swift Build links an object of every target.
#include "CTegataLevels.h"
