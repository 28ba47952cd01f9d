// Everything is in the header; this file exists because Swift Build links an object of every target.
#include "log.h"
