/// What the server sends: whole responses, each made once.

#pragma once
#include <stddef.h>

typedef enum { OPENAI, ANTHROPIC } Protocol;

/// A response, head included, shared by every stream that asks for the same.
typedef struct Reply {
  Protocol protocol;
  size_t texts;           // the pieces of text it was asked for
  char *bytes;
  size_t size;
  size_t *ends;           // where each event ends in `bytes`; the first "event" is the HTTP head
  size_t count;
  size_t first, last;     // how many events there are up to the first and the last piece of text
  struct Reply *next;
} Reply;

const Reply *reply_with(Protocol protocol, size_t texts);
