// For files that import Swift Testing together with CoreImage, Swift Testing refers to an overlay with this name, which
// exists only on Apple's systems. This empty module lets such files compile with the compatibility module.
