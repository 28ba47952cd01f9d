// Everything is in the header. This file exists because Swift Build links an object of every target.
#include "CTegataKernelABI.h"
