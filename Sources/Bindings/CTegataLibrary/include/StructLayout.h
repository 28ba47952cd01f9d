#pragma once

#include "tegata.h"

// Returns what tegata_layout does, with these options as defaults. The text is that of the first call.
const char *_Nonnull tegata_describe_structs(const tegata_options *_Nonnull usual);
