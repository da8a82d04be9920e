/// A provider on this machine that streams made-up coaching replies, to measure clients with.
///
/// usage: stream-server PORT [EVENTS] [PAUSE_US]        (PORT 0 takes a free one)
///
/// It answers POST …/chat/completions as OpenAI does and POST …/messages as Anthropic does, with
/// EVENTS pieces of text in one server-sent event each. A request may ask for something else:
///
///   x-events: 200     pieces of text
///   x-pause-us: 0     0 sends as fast as the sockets take it, one write to each stream in turn;
///                     otherwise each stream gets a write every so many microseconds
///   x-batch: 1        events in one write
///
/// One thread does everything. Each stream has a time when it is due, and the streams wait in the
/// order of those times; a stream in a burst is simply due again at once.

#define _GNU_SOURCE
#include "replies.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 1000000, INPUT_SIZE = 16 * 1024, POLL_SIZE = 256 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// MARK: Connections

typedef struct Connection {
  int socket;
  uint32_t interest;         // what epoll watches the socket for
  bool over;                 // to be closed by whoever called
  bool blocked;              // the socket takes no more for now
  bool waiting;              // in `streams`

  char input[INPUT_SIZE];    // what has come of requests and is not understood yet
  size_t used;

  const Reply *reply;        // what the request under way asks for; NULL between requests
  size_t body_left;          // what is still to come of that request; the reply begins after it
  bool closes;               // the client wants no other reply on this connection
  size_t batch;              // events in a write
  uint64_t pause, due;       // nanoseconds
  bool paced;                // the first piece of text is out
  size_t sent, position;     // events, bytes
  TAILQ_ENTRY(Connection) neighbours;
} Connection;

/// The streams with something to send, in the order in which they are due.
static TAILQ_HEAD(Streams, Connection) streams = TAILQ_HEAD_INITIALIZER(streams);
static int poller;
static size_t default_texts = 200, default_pause_us = 0;

/// Puts a stream in its place. Streams of one pace come back in the order they were due in, so the
/// place is nearly always at the end.
static void enqueue(Connection *c) {
  Connection *before = TAILQ_LAST(&streams, Streams);
  while (before && before->due > c->due) before = TAILQ_PREV(before, Streams, neighbours);
  if (before) TAILQ_INSERT_AFTER(&streams, before, c, neighbours);
  else TAILQ_INSERT_HEAD(&streams, c, neighbours);
  c->waiting = true;
}

static void dequeue(Connection *c) {
  TAILQ_REMOVE(&streams, c, neighbours);
  c->waiting = false;
}

static void watch(Connection *c) {
  // A full buffer of pipelined requests is left alone until the reply under way has ended.
  uint32_t interest = EPOLLRDHUP | (c->used < INPUT_SIZE ? EPOLLIN : 0)
    | (c->blocked ? EPOLLOUT : 0);
  if (interest == c->interest) return;
  struct epoll_event event = {.events = interest, .data.ptr = c};
  if (epoll_ctl(poller, c->interest ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, c->socket, &event))
    fail("epoll_ctl");
  c->interest = interest;
}

static void close_if_over(Connection *c) {
  if (!c->over) return;
  if (c->waiting) dequeue(c);
  close(c->socket);
  free(c);
}

static void accept_all(int listener) {
  int socket, on = 1;
  while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    // Without this the kernel would gather small events into larger segments.
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Connection *c = calloc(1, sizeof *c);
    c->socket = socket;
    watch(c);
  }
}

// MARK: Requests

static void send_small(Connection *c, const char *text) {
  if (send(c->socket, text, strlen(text), MSG_NOSIGNAL) < 0) c->over = true;
}

static void refuse(Connection *c, const char *status) {
  char text[128];
  snprintf(text, sizeof text,
           "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
  send_small(c, text);
  c->over = true;
}

/// The value of a header up to the end of the head, or NULL. The head ends with a NUL.
static const char *header(const char *head, const char *name) {
  size_t length = strlen(name);
  for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, length) == 0 && line[length] == ':')
      return line + length + 1 + strspn(line + length + 1, " \t");
  }
  return NULL;
}

static size_t number(const char *head, const char *name, size_t otherwise) {
  const char *value = header(head, name);
  return value ? strtoull(value, NULL, 10) : otherwise;
}

static void start_reply(Connection *c) {
  c->sent = c->position = 0;
  c->paced = false;
  c->due = nanoseconds();
  enqueue(c);
}

/// Notes what a head of `length` bytes, which ends with an empty line, asks for. Returns the status
/// to refuse it with, or NULL.
static const char *read_head(Connection *c, size_t length) {
  c->input[length - 1] = 0;
  const char *head = c->input;
  char line[512];
  snprintf(line, sizeof line, "%.*s", (int)strcspn(head, "\r"), head);
  bool openai = strstr(line, "/chat/completions"), anthropic = strstr(line, "/messages");
  size_t texts = number(head, "x-events", default_texts);
  if (strncmp(line, "POST ", 5) != 0) return "405 Method Not Allowed";
  if (!openai && !anthropic) return "404 Not Found";
  if (header(head, "transfer-encoding")) return "411 Length Required";
  if (texts < 1 || texts > MOST_EVENTS) return "400 Bad Request";

  c->reply = reply_with(openai ? OPENAI : ANTHROPIC, texts);
  c->body_left = number(head, "content-length", 0);
  c->pause = number(head, "x-pause-us", default_pause_us) * 1000;
  c->batch = number(head, "x-batch", 1);
  if (c->batch < 1) c->batch = 1;
  const char *connection = header(head, "connection"), *expect = header(head, "expect");
  c->closes = connection && strncasecmp(connection, "close", 5) == 0;
  if (expect && strncasecmp(expect, "100-", 4) == 0)
    send_small(c, "HTTP/1.1 100 Continue\r\n\r\n");
  return NULL;
}

static void consume(Connection *c, size_t length) {
  c->used -= length;
  memmove(c->input, c->input + length, c->used);
}

/// Makes what it can of the input: at most one reply begins, and later requests wait for its end.
static void read_requests(Connection *c) {
  if (!c->reply) {
    char *end = memmem(c->input, c->used, "\r\n\r\n", 4);
    if (!end && c->used == INPUT_SIZE) refuse(c, "431 Request Header Fields Too Large");
    if (!end) return;
    size_t length = (size_t)(end + 4 - c->input);
    const char *refusal = read_head(c, length);
    if (refusal) {
      refuse(c, refusal);
      return;
    }
    consume(c, length);
    if (c->body_left == 0) start_reply(c);
  }
  if (c->body_left > 0) {
    size_t length = c->used < c->body_left ? c->used : c->body_left;
    consume(c, length);
    c->body_left -= length;
    if (c->body_left == 0) start_reply(c);
  }
}

static void receive(Connection *c) {
  ssize_t length = recv(c->socket, c->input + c->used, INPUT_SIZE - c->used, 0);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (length <= 0) {
    c->over = true;
    return;
  }
  c->used += (size_t)length;
  read_requests(c);
}

// MARK: Replies

/// How long a stream rests after what it has just sent. What comes before the first piece of text
/// and after the last is not held back, as with providers. The first rest is a part of a pause, and
/// for each stream another part, so that streams that began together do not stay in step.
static uint64_t rest(Connection *c) {
  if (c->sent < c->reply->first || c->sent >= c->reply->last) return 0;
  if (c->paced) return c->pause;
  c->paced = true;
  static uint32_t part;
  part += 0x9E3779B9;  // the golden ratio spreads any number of streams evenly
  return (uint64_t)((double)c->pause * part / UINT32_MAX);
}

static void end_reply(Connection *c) {
  c->reply = NULL;
  if (c->closes) c->over = true;
  else read_requests(c);
}

/// Sends a stream's next write.
static void advance(Connection *c, uint64_t now) {
  const Reply *reply = c->reply;
  size_t target = c->sent + c->batch < reply->count ? c->sent + c->batch : reply->count;
  size_t length = reply->ends[target - 1] - c->position;
  ssize_t written = send(c->socket, reply->bytes + c->position, length, MSG_NOSIGNAL);
  if (written < 0 && errno != EAGAIN && errno != EINTR) {
    c->over = true;
    return;
  }
  if (written > 0) c->position += (size_t)written;
  if (written < (ssize_t)length) {
    c->blocked = true;  // and the rest of this write goes out when the socket has room
  } else if (target == reply->count) {
    end_reply(c);
  } else {
    c->sent = target;
    // Later than now, so that others get their turn; and a stream that fell behind its pace, because
    // the machine was busy, goes on from here instead of catching up in a burst.
    c->due += rest(c);
    if (c->due <= now) c->due = now + 1;
    enqueue(c);
  }
}

static void send_what_is_due(void) {
  uint64_t now = nanoseconds();
  Connection *c;
  while ((c = TAILQ_FIRST(&streams)) && c->due <= now) {
    dequeue(c);
    advance(c, now);
    if (!c->over) watch(c);
    close_if_over(c);
  }
}

// MARK: The loop

static void serve(Connection *c, uint32_t events) {
  if (events & (EPOLLHUP | EPOLLRDHUP | EPOLLERR)) c->over = true;
  if (!c->over && events & EPOLLOUT && c->blocked) {
    c->blocked = false;
    enqueue(c);
  }
  if (!c->over && events & EPOLLIN) receive(c);
  if (!c->over) watch(c);
  close_if_over(c);
}

static int listen_on(uint16_t port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, SOMAXCONN)
      || getsockname(listener, (struct sockaddr *)&address, &size))
    fail("listen");
  printf("listening on %d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

static void prepare_process(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  prctl(PR_SET_TIMERSLACK, 1UL);  // the default lets a timer be 50 µs late, which groups events
}

int main(int count, char **arguments) {
  if (count < 2 || count > 4) {
    fprintf(stderr, "usage: stream-server PORT [EVENTS] [PAUSE_US]\n");
    return 2;
  }
  if (count > 2) default_texts = strtoull(arguments[2], NULL, 10);
  if (count > 3) default_pause_us = strtoull(arguments[3], NULL, 10);
  prepare_process();
  poller = epoll_create1(EPOLL_CLOEXEC);
  int listener = listen_on((uint16_t)atoi(arguments[1]));
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event)) fail("epoll_ctl");

  struct epoll_event ready[POLL_SIZE];
  for (;;) {
    Connection *next = TAILQ_FIRST(&streams);
    uint64_t now = nanoseconds(), wait = next && next->due > now ? next->due - now : 0;
    struct timespec timeout = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
    // A stream needs a finer clock than epoll_wait's milliseconds.
    int found = epoll_pwait2(poller, ready, POLL_SIZE, next ? &timeout : NULL, NULL);
    if (found < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int i = 0; i < found; i++) {
      if (ready[i].data.ptr) serve(ready[i].data.ptr, ready[i].events);
      else accept_all(listener);
    }
    send_what_is_due();
  }
}
