// Everything is in the header; this file exists because Swift Build links an object file from every target.
#include "log.h"
