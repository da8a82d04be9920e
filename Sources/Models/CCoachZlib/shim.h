// zlib starts a stream through a macro, which Swift cannot call.
#ifndef COACHKIT_CZLIB_SHIM_H
#define COACHKIT_CZLIB_SHIM_H
#include <zlib.h>

static inline int coachkit_inflate_begin(z_stream *stream, int window) {
  return inflateInit2(stream, window);
}
#endif
