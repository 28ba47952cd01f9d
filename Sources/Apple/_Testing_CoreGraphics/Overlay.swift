// For files that import Swift Testing together with CoreGraphics, Swift Testing declares an overlay of this name, which
// exists only on Apple's systems. This empty module lets such files compile with the compatibility module.
