// Everything is in the header; this file is here because Swift Build links an object of every target.
#include "CTegataKernelABI.h"
