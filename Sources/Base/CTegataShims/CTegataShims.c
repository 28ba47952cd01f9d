// Everything is in the headers; this file exists because Swift Build links an object of every target.
#include "CTegataShims.h"
