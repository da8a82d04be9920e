/// Made-up coaching replies in the words of the two protocols.

#define _GNU_SOURCE
#include "replies.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const words[] = {
  "What", " would", " a", " \\\"good", " enough\\\"", " week", " look", " like", "?", "\\n\\n",
  "Perhaps", " ten", " calm", " minutes", " in", " the", " café", " —", " no", " phone", ",",
  " only", " you", " and", " the", " na\\u00efve", " idea", " 🌱", " \\ud83d\\ude42", ".",
};

/// Appends one event as one HTTP chunk.
__attribute__((format(printf, 3, 4)))
static void add_event(Reply *reply, FILE *out, const char *format, ...) {
  char text[2048];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  fprintf(out, "%x\r\n%s\r\n", (unsigned)length, text);
  fflush(out);  // which brings `reply->size` up to date
  reply->ends[reply->count++] = reply->size;
}

#define CHUNK(CHOICES, USAGE) \
  "data: {\"id\":\"chatcmpl-C0aCh4qTnXw7Lr2yBz5VkEo8\",\"object\":\"chat.completion.chunk\"," \
  "\"created\":1793536200,\"model\":\"loopback-1\",\"service_tier\":\"default\"," \
  "\"system_fingerprint\":\"fp_7d1c4e90\",\"choices\":[" CHOICES "],\"usage\":" USAGE "," \
  "\"obfuscation\":\"k3Jw8Q\"}\n\n"
#define CHOICE(DELTA, REASON) \
  "{\"index\":0,\"delta\":" DELTA ",\"logprobs\":null,\"finish_reason\":" REASON "}"

static void add_openai(Reply *reply, FILE *out) {
  add_event(reply, out, CHUNK(CHOICE(
    "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null"), "null"));
  reply->first = reply->count + 1;
  for (size_t i = 0; i < reply->texts; i++)
    add_event(reply, out, CHUNK(CHOICE("{\"content\":\"%s\"}", "null"), "null"),
              words[i % (sizeof words / sizeof *words)]);
  reply->last = reply->count;
  add_event(reply, out, CHUNK(CHOICE("{}", "\"stop\""), "null"));
  add_event(reply, out, CHUNK("",
    "{\"prompt_tokens\":57,\"completion_tokens\":%zu,\"total_tokens\":%zu,"
    "\"prompt_tokens_details\":{\"cached_tokens\":32,\"audio_tokens\":0},"
    "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}}"),
    reply->texts, reply->texts + 57);
  add_event(reply, out, "data: [DONE]\n\n");
}

#define NAMED(TYPE, REST) "event: " TYPE "\ndata: {\"type\":\"" TYPE "\"" REST "}\n\n"

static void add_anthropic(Reply *reply, FILE *out) {
  add_event(reply, out, NAMED("message_start",
    ",\"message\":{\"id\":\"msg_01CoachLoopback7Tz4\",\"type\":\"message\",\"role\":\"assistant\","
    "\"model\":\"loopback-1\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
    "\"usage\":{\"input_tokens\":25,\"cache_creation_input_tokens\":0,"
    "\"cache_read_input_tokens\":32,\"output_tokens\":1,\"service_tier\":\"standard\"}}"));
  add_event(reply, out, NAMED("content_block_start",
    ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"));
  add_event(reply, out, NAMED("ping", ""));
  reply->first = reply->count + 1;
  for (size_t i = 0; i < reply->texts; i++)
    add_event(reply, out, NAMED("content_block_delta",
      ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"%s\"}"),
      words[i % (sizeof words / sizeof *words)]);
  reply->last = reply->count;
  add_event(reply, out, NAMED("content_block_stop", ",\"index\":0"));
  add_event(reply, out, NAMED("message_delta",
    ",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
    "\"usage\":{\"input_tokens\":25,\"cache_creation_input_tokens\":0,"
    "\"cache_read_input_tokens\":32,\"output_tokens\":%zu}"), reply->texts);
  add_event(reply, out, NAMED("message_stop", ""));
}

const Reply *reply_with(Protocol protocol, size_t texts) {
  static Reply *made;
  for (Reply *reply = made; reply; reply = reply->next)
    if (reply->protocol == protocol && reply->texts == texts) return reply;

  Reply *reply = calloc(1, sizeof *reply);
  *reply = (Reply){.protocol = protocol, .texts = texts, .next = made};
  reply->ends = calloc(texts + 16, sizeof *reply->ends);
  FILE *out = open_memstream(&reply->bytes, &reply->size);
  fprintf(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
               "Cache-Control: no-cache\r\n%s: req_loopback_5f2a\r\n"
               "Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n",
          protocol == OPENAI ? "x-request-id" : "request-id");
  fflush(out);
  reply->ends[reply->count++] = reply->size;
  (protocol == OPENAI ? add_openai : add_anthropic)(reply, out);
  fputs("0\r\n\r\n", out);
  fclose(out);
  reply->ends[reply->count - 1] = reply->size;  // the last chunk goes out with the last event
  made = reply;
  return reply;
}
