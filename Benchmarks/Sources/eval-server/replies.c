/// Made-up replies of a coach, 48 to 64 words each, three of four with one question and the others with two.

#include "replies.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Buffers

void reserve(Buffer *buffer, size_t count) {
  if (buffer->size + count <= buffer->capacity) return;
  buffer->capacity = (buffer->size + count) * 2;
  buffer->bytes = realloc(buffer->bytes, buffer->capacity);
  if (!buffer->bytes) {
    perror("realloc");
    exit(1);
  }
}

void add(Buffer *buffer, const char *bytes, size_t count) {
  reserve(buffer, count);
  memcpy(buffer->bytes + buffer->size, bytes, count);
  buffer->size += count;
}

void add_formatted(Buffer *buffer, const char *format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  add(buffer, text, (size_t)length);
}

// MARK: Words

static const char *const reflections[] = {
  "You said the mornings are the hard part, and that you have already tried an alarm, a list and a friend who "
  "calls.",
  "It sounds as if two things pull at once: you want the evening for yourself, and you do not want to let the "
  "team down.",
  "Ten calm minutes with a café table and no phone seem to have done more for you than the whole plan did.",
  "You kept going back to the letter you wrote and never sent, and your voice changed a little when you did.",
};
static const char *const connections[] = {
  "That is not nothing, and it is also not yet the week you described to me at the beginning of our talk.",
  "You named it plainly, without making it smaller — which you told me you often do when somebody is listening.",
  "Something in that keeps you moving, even on the days when the old voice says it does not count.",
  "I notice that the person in your story who is tired gets very little of the kindness you give the others.",
};
static const char *const questions[] = {
  "What would a good enough week look like?",
  "What happens in you just before you close the laptop?",
  "Who would notice first, and what would they see?",
  "Which part of it is yours to decide?",
};
static const char *const second_questions[] = {
  "And what would you have to let go of for that?", "And when did you last have it?",
  "And what does the tired one need?", "And how would you know on Friday?",
};

/// Writes reply `i` with a space before every word but the first.
static void write_reply(size_t i, char *text, size_t size) {
  size_t second = i >> 4;
  snprintf(text, size, "%s %s %s%s%s", reflections[i & 3], connections[i >> 2 & 3],
           questions[(i + second) & 3], second == 3 ? " " : "",
           second == 3 ? second_questions[i & 3] : "");
}

// MARK: Responses

/// A reply with all that does not depend on the request.
typedef struct {
  size_t tokens;
  Buffer message;  // JSON up to the usage
  Buffer events;   // HTTP chunks up to the usage
} Reply;

#define USAGE \
  "{\"prompt_tokens\":%zu,\"completion_tokens\":%zu,\"total_tokens\":%zu," \
  "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0}," \
  "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}}"
#define EVENT(CHOICES, USE) \
  "data: {\"id\":\"chatcmpl-eval-%02zu\",\"object\":\"chat.completion.chunk\"," \
  "\"created\":1793536200,\"model\":\"loopback-1\",\"choices\":[" CHOICES "]," \
  "\"usage\":" USE "}\n\n"
#define CHOICE(DELTA, REASON) \
  "{\"index\":0,\"delta\":" DELTA ",\"logprobs\":null,\"finish_reason\":" REASON "}"

/// Adds one event as one HTTP chunk.
__attribute__((format(printf, 2, 3)))
static void add_event(Buffer *out, const char *format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  add_formatted(out, "%x\r\n", (unsigned)length);
  add(out, text, (size_t)length);
  add(out, "\r\n", 2);
}

/// Adds a text of `tokens` words, one event a word.
static void add_words(Buffer *out, size_t i, const char *text) {
  add_event(out, EVENT(CHOICE("{\"role\":\"assistant\",\"content\":\"\"}", "null"), "null"), i);
  while (*text) {
    size_t length = strcspn(text + 1, " ") + 1;
    add_event(out, EVENT(CHOICE("{\"content\":\"%.*s\"}", "null"), "null"), i, (int)length, text);
    text += length;
  }
  add_event(out, EVENT(CHOICE("{}", "\"stop\""), "null"), i);
}

static const Reply *reply_at(size_t i) {
  static Reply replies[REPLIES];
  Reply *reply = &replies[i];
  if (reply->message.size > 0) return reply;

  char text[1024];  // which needs no escapes in JSON
  write_reply(i, text, sizeof text);
  for (const char *at = text; *at; at++) reply->tokens += *at == ' ';
  reply->tokens++;
  add_formatted(&reply->message,
                "{\"id\":\"chatcmpl-eval-%02zu\",\"object\":\"chat.completion\",\"created\":1793536200,"
                "\"model\":\"loopback-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                "\"content\":\"%s\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"stop\"}],"
                "\"usage\":", i, text);
  add_words(&reply->events, i, text);
  return reply;
}

#define REQUEST_ID "x-request-id: req_%016llx\r\n"

static const char *connection_of(const Wanted *wanted) {
  return wanted->closes ? "close" : "keep-alive";
}

static void add_stream(Buffer *out, const Wanted *wanted, const Reply *reply, size_t i) {
  add_formatted(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
                     "Cache-Control: no-cache\r\n" REQUEST_ID
                     "Transfer-Encoding: chunked\r\nConnection: %s\r\n\r\n",
                (unsigned long long)wanted->hash, connection_of(wanted));
  add(out, reply->events.bytes, reply->events.size);
  size_t prompt = wanted->body_size / 4;
  if (wanted->counts_tokens)
    add_event(out, EVENT("", USAGE), i, prompt, reply->tokens, prompt + reply->tokens);
  add_event(out, "data: [DONE]\n\n");
  add(out, "0\r\n\r\n", 5);
}

void add_completion(Buffer *out, const Wanted *wanted) {
  size_t i = (wanted->hash ^ wanted->hash >> 32) % REPLIES;
  const Reply *reply = reply_at(i);
  if (wanted->streams) {
    add_stream(out, wanted, reply, i);
    return;
  }
  char usage[512];
  size_t prompt = wanted->body_size / 4;
  int length = snprintf(usage, sizeof usage,
                        USAGE ",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_7d1c4e90\"}",
                        prompt, reply->tokens, prompt + reply->tokens);
  add_formatted(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" REQUEST_ID
                     "Content-Length: %zu\r\nConnection: %s\r\n\r\n",
                (unsigned long long)wanted->hash, reply->message.size + (size_t)length,
                connection_of(wanted));
  add(out, reply->message.bytes, reply->message.size);
  add(out, usage, (size_t)length);
}

void add_failure(Buffer *out, const Wanted *wanted, int status, long retry_after_ms) {
  const char *limited = "{\"error\":{\"message\":\"Rate limit reached.\",\"type\":\"requests\","
                        "\"param\":null,\"code\":\"rate_limit_exceeded\"}}";
  const char *broken = "{\"error\":{\"message\":\"The server had an error.\","
                       "\"type\":\"server_error\",\"param\":null,\"code\":null}}";
  const char *body = status == 429 ? limited : broken;
  add_formatted(out, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\n" REQUEST_ID, status,
                status == 429 ? "Too Many Requests" : "Internal Server Error",
                (unsigned long long)wanted->hash);
  if (retry_after_ms >= 0)
    add_formatted(out, "retry-after-ms: %ld\r\nRetry-After: %ld\r\n", retry_after_ms,
                  (retry_after_ms + 999) / 1000);
  add_formatted(out, "Content-Length: %zu\r\nConnection: %s\r\n\r\n%s", strlen(body),
                connection_of(wanted), body);
}
