/// What the server answers: chat completions in OpenAI's words, made once for each of a few replies.

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REPLIES = 64 };

/// Bytes to send, which grow as they are added to.
typedef struct {
  char *bytes;
  size_t size, capacity;
} Buffer;

/// Makes room for `count` more bytes.
void reserve(Buffer *buffer, size_t count);
void add(Buffer *buffer, const char *bytes, size_t count);
__attribute__((format(printf, 2, 3)))
void add_formatted(Buffer *buffer, const char *format, ...);

/// How a request wants its answer.
typedef struct {
  uint64_t hash;       // of its body; chooses the reply
  size_t body_size;    // stands for the tokens of the prompt: four bytes make one
  bool streams;        // server-sent events
  bool counts_tokens;  // with the usage in the last event
  bool closes;         // the connection ends after it
} Wanted;

/// Adds a whole response of status 200, head included.
void add_completion(Buffer *out, const Wanted *wanted);

/// Adds a response of status 429 or 500. `retry_after_ms` is told the client unless it is negative.
void add_failure(Buffer *out, const Wanted *wanted, int status, long retry_after_ms);
