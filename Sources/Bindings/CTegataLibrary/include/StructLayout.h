#pragma once

#include "tegata.h"

// Returns what tegata_layout returns, with these options as defaults. The text is determined by the first call.
const char *_Nonnull tegata_describe_structs(const tegata_options *_Nonnull usual);
