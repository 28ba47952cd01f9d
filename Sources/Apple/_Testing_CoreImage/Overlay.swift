// Swift Testing announces an addition of this name for files that import it together with CoreImage, and has it for
// Apple's systems only. Without this empty module such files would not compile with the stand-in.
