/// A provider on this machine that answers chat completions at once, to measure evaluations with and
/// to kill them in front of.
///
/// usage: eval-server [--port P] [--delay-ms D] [--fail429 P] [--fail500 P] [--retry-after-ms R] [--log FILE]
///
///   --port P            0, which is the default, takes a free one; the line on standard output tells it
///   --delay-ms D        every answer leaves D milliseconds after its request has come
///   --fail429 P         of a thousand requests, P are answered with 429, and
///   --fail500 P         P with 500; which ones depends on the body and on how often it came before
///   --retry-after-ms R  what failures tell the client to wait
///   --log FILE          gets a line for every answer that left whole: the body's hash and the status
///
/// POST …/chat/completions answers as OpenAI does, as server-sent events if the body says "stream":true. The
/// answer is one of 64, chosen by the hash of the body: the same request has the same answer in any order
/// and in any run. GET /stats tells as JSON what has come so far:
///
///   requests            whose last byte has come
///   completed           answers that left whole, of which
///   ok, status_429, status_500
///   abandoned           requests whose client closed the connection before the answer
///   distinct_bodies     different ones among the requests
///   repeated_bodies     requests with a body that had come before
///   repeated_answers    answers of status 200 to a body that had had one: work paid for twice
///   in_flight, max_in_flight   requests between their last byte and the answer's last byte
///   connections         accepted so far

#define _GNU_SOURCE
#include "replies.h"
#include "tally.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

enum { FIRST_INPUT = 16 * 1024, MOST_HEAD = 64 * 1024, MOST_BODY = 64 * 1024 * 1024, POLL_SIZE = 256 };

static struct {
  uint16_t port;
  uint64_t delay;  // nanoseconds
  unsigned fail429, fail500;
  long retry_after_ms;
  int log;
} options = {.retry_after_ms = -1, .log = -1};

static struct {
  uint64_t requests, ok, limited, broken, abandoned, repeated, answered_again, connections;
  uint64_t in_flight, max_in_flight;
} stats;

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
  uint32_t interest;  // what epoll watches the socket for
  bool over;          // to be closed by whoever called

  Buffer input;       // what has come of requests and is not understood yet
  size_t head_size;   // of the request that is coming, once its head has come
  size_t body_size;
  bool closes;

  bool answering;     // a request has come, and its answer has not left
  bool waiting;       // in `delayed`
  int status;         // of that answer; 0 for one that is not counted
  uint64_t hash;      // of that request's body
  uint64_t due;       // nanoseconds
  Buffer output;
  size_t sent;
  TAILQ_ENTRY(Connection) neighbours;
} Connection;

/// The answers that are held back, in the order in which they are due, which is that of their requests.
static TAILQ_HEAD(Delayed, Connection) delayed = TAILQ_HEAD_INITIALIZER(delayed);
static int poller;

static void watch(Connection *c) {
  // More than a little of later requests waits in the socket until the answer under way has left.
  uint32_t interest = EPOLLRDHUP | (c->answering && c->input.size > MOST_HEAD ? 0 : EPOLLIN)
    | (c->answering && !c->waiting ? EPOLLOUT : 0);
  if (interest == c->interest) return;
  struct epoll_event event = {.events = interest, .data.ptr = c};
  if (epoll_ctl(poller, c->interest ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, c->socket, &event))
    fail("epoll_ctl");
  c->interest = interest;
}

static void close_connection(Connection *c) {
  if (c->waiting) TAILQ_REMOVE(&delayed, c, neighbours);
  if (c->answering && c->status) {
    stats.in_flight--;
    stats.abandoned++;
  }
  close(c->socket);
  free(c->input.bytes);
  free(c->output.bytes);
  free(c);
}

static void accept_all(int listener) {
  int socket, on = 1;
  while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Connection *c = calloc(1, sizeof *c);
    if (!c) fail("calloc");
    c->socket = socket;
    stats.connections++;
    watch(c);
  }
}

// MARK: The log

/// Lines that are written together after each look at the sockets.
static Buffer lines;

static void note_completion(uint64_t hash, int status) {
  if (options.log < 0) return;
  add_formatted(&lines, "%016llx %d\n", (unsigned long long)hash, status);
}

static void write_lines(void) {
  size_t written = 0;
  while (written < lines.size) {
    ssize_t count = write(options.log, lines.bytes + written, lines.size - written);
    if (count < 0 && errno != EINTR) fail("log");
    if (count > 0) written += (size_t)count;
  }
  lines.size = 0;
}

// MARK: Answers

/// Sends what it can of the answer.
static void advance(Connection *c) {
  ssize_t count = send(c->socket, c->output.bytes + c->sent, c->output.size - c->sent, MSG_NOSIGNAL);
  if (count < 0) {
    c->over = errno != EAGAIN && errno != EINTR;
    return;
  }
  c->sent += (size_t)count;
  if (c->sent < c->output.size) return;

  c->answering = false;
  if (c->closes) c->over = true;
  if (c->status == 0) return;
  stats.in_flight--;
  if (c->status == 429) stats.limited++;
  else if (c->status == 500) stats.broken++;
  else {
    stats.ok++;
    if (count_answer(c->hash) > 0) stats.answered_again++;
  }
  note_completion(c->hash, c->status);
}

static void begin_answer(Connection *c, int status) {
  c->status = status;
  c->answering = true;
  c->sent = 0;
}

static void refuse(Connection *c, const char *status) {
  c->output.size = 0;
  add_formatted(&c->output, "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
  c->closes = true;
  begin_answer(c, 0);
  advance(c);
}

static void tell_stats(Connection *c) {
  char body[1024];
  uint64_t completed = stats.ok + stats.limited + stats.broken;
  int length = snprintf(
    body, sizeof body,
    "{\"requests\":%llu,\"completed\":%llu,\"ok\":%llu,\"status_429\":%llu,\"status_500\":%llu,"
    "\"abandoned\":%llu,\"distinct_bodies\":%zu,\"repeated_bodies\":%llu,\"repeated_answers\":%llu,"
    "\"in_flight\":%llu,\"max_in_flight\":%llu,\"connections\":%llu}\n",
    (unsigned long long)stats.requests, (unsigned long long)completed, (unsigned long long)stats.ok,
    (unsigned long long)stats.limited, (unsigned long long)stats.broken,
    (unsigned long long)stats.abandoned, distinct_bodies(), (unsigned long long)stats.repeated,
    (unsigned long long)stats.answered_again, (unsigned long long)stats.in_flight,
    (unsigned long long)stats.max_in_flight, (unsigned long long)stats.connections);
  c->output.size = 0;
  add_formatted(&c->output, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            "Content-Length: %d\r\nConnection: %s\r\n\r\n",
                length, c->closes ? "close" : "keep-alive");
  add(&c->output, body, (size_t)length);
  begin_answer(c, 0);
  advance(c);
}

/// The status for the `attempt`th request with a body, which is the same in every run.
static int status_for(uint64_t hash, uint32_t attempt) {
  uint64_t mixed = hash + (attempt + 1ULL) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  unsigned share = (unsigned)((mixed ^ mixed >> 31) % 1000);
  if (share < options.fail429) return 429;
  return share < options.fail429 + options.fail500 ? 500 : 200;
}

/// Whether the JSON has this key with the value true. Inside a string the key's quotes would be escaped.
static bool says_true(const char *body, size_t size, const char *key) {
  size_t length = strlen(key);
  const char *end = body + size;
  for (const char *at = body; (at = memmem(at, (size_t)(end - at), key, length));) {
    at += length;
    while (at < end && strchr(" \t\r\n", *at)) at++;
    if (at == end || *at++ != ':') continue;
    while (at < end && strchr(" \t\r\n", *at)) at++;
    if (end - at >= 4 && memcmp(at, "true", 4) == 0) return true;
  }
  return false;
}

static void answer(Connection *c, const char *body, size_t size) {
  Wanted wanted = {.hash = hash_of(body, size), .body_size = size, .closes = c->closes};
  wanted.streams = says_true(body, size, "\"stream\"");
  wanted.counts_tokens = wanted.streams && says_true(body, size, "\"include_usage\"");
  stats.requests++;
  if (++stats.in_flight > stats.max_in_flight) stats.max_in_flight = stats.in_flight;
  uint32_t attempt = count_request(wanted.hash);
  if (attempt > 0) stats.repeated++;

  c->hash = wanted.hash;
  c->output.size = 0;
  int status = status_for(wanted.hash, attempt);
  if (status == 200) add_completion(&c->output, &wanted);
  else add_failure(&c->output, &wanted, status, options.retry_after_ms);
  begin_answer(c, status);
  if (options.delay == 0) {
    advance(c);
    return;
  }
  c->due = nanoseconds() + options.delay;
  c->waiting = true;
  TAILQ_INSERT_TAIL(&delayed, c, neighbours);
}

// MARK: Requests

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

static void consume(Connection *c, size_t count) {
  c->input.size -= count;
  memmove(c->input.bytes, c->input.bytes + count, c->input.size);
}

/// Whether a request line is for this method and a path that ends like this.
static bool asks(const char *head, const char *method, const char *ending) {
  size_t line = strcspn(head, "\r"), space = strcspn(head, " "), length = strlen(ending);
  if (space >= line || strncmp(head, method, space + 1) != 0) return false;
  size_t path_end = space + 1 + strcspn(head + space + 1, " ?\r");
  return path_end >= space + 1 + length && memcmp(head + path_end - length, ending, length) == 0;
}

/// Understands the head of a request: afterwards its body is known to come, or it has been answered.
static void read_head(Connection *c, size_t size) {
  c->input.bytes[size - 1] = 0;
  const char *head = c->input.bytes;
  const char *connection = header(head, "connection"), *expect = header(head, "expect");
  const char *length = header(head, "content-length");
  c->closes = connection && strncasecmp(connection, "close", 5) == 0;
  if (asks(head, "GET ", "/stats")) {
    consume(c, size);
    tell_stats(c);
    return;
  }
  if (!asks(head, "POST ", "/chat/completions")) {
    refuse(c, "404 Not Found");
    return;
  }
  if (!length) {
    refuse(c, "411 Length Required");
    return;
  }
  c->head_size = size;
  c->body_size = strtoull(length, NULL, 10);
  if (c->body_size > MOST_BODY) {
    refuse(c, "413 Content Too Large");
    return;
  }
  const char *goes_on = "HTTP/1.1 100 Continue\r\n\r\n";
  if (expect && strncasecmp(expect, "100-", 4) == 0
      && send(c->socket, goes_on, strlen(goes_on), MSG_NOSIGNAL) < 0)
    c->over = true;
}

/// Answers the requests that have come whole, one after the other.
static void read_requests(Connection *c) {
  while (!c->answering && !c->over) {
    if (c->head_size == 0) {
      char *end = c->input.size ? memmem(c->input.bytes, c->input.size, "\r\n\r\n", 4) : NULL;
      if (!end) {
        if (c->input.size > MOST_HEAD) refuse(c, "431 Request Header Fields Too Large");
        return;
      }
      read_head(c, (size_t)(end + 4 - c->input.bytes));
      continue;
    }
    if (c->input.size < c->head_size + c->body_size) return;
    size_t head = c->head_size;
    c->head_size = 0;
    answer(c, c->input.bytes + head, c->body_size);
    consume(c, head + c->body_size);
  }
}

static void receive(Connection *c) {
  size_t room = FIRST_INPUT, expected = c->head_size + c->body_size;
  if (c->head_size && expected > c->input.size + room) room = expected - c->input.size;
  reserve(&c->input, room);
  ssize_t count = recv(c->socket, c->input.bytes + c->input.size, c->input.capacity - c->input.size, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    c->over = true;
    return;
  }
  c->input.size += (size_t)count;
  read_requests(c);
}

// MARK: The loop

/// Does what a connection's answer having left may have made possible.
static void settle(Connection *c) {
  read_requests(c);
  if (c->over) close_connection(c);
  else watch(c);
}

static void send_what_is_due(void) {
  uint64_t now = nanoseconds();
  Connection *c;
  while ((c = TAILQ_FIRST(&delayed)) && c->due <= now) {
    TAILQ_REMOVE(&delayed, c, neighbours);
    c->waiting = false;
    advance(c);
    settle(c);
  }
}

static void serve(Connection *c, uint32_t events) {
  // A client that was killed may have sent a whole request just before, and that one counts.
  if (events & EPOLLIN) receive(c);
  if (!c->over && events & EPOLLOUT && c->answering && !c->waiting) advance(c);
  if (events & (EPOLLHUP | EPOLLRDHUP | EPOLLERR)) c->over = true;
  settle(c);
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
  prctl(PR_SET_TIMERSLACK, 1UL);  // the default lets a timer be 50 µs late
}

static void usage(void) {
  fprintf(stderr, "usage: eval-server [--port P] [--delay-ms D] [--fail429 P] [--fail500 P] "
                  "[--retry-after-ms R] [--log FILE]\n");
  exit(2);
}

static unsigned long number(const char *text, unsigned long most) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value > most) usage();
  return value;
}

static void read_options(int count, char **arguments) {
  static const struct option names[] = {
    {"port", required_argument, NULL, 'p'},    {"delay-ms", required_argument, NULL, 'd'},
    {"fail429", required_argument, NULL, '4'}, {"fail500", required_argument, NULL, '5'},
    {"log", required_argument, NULL, 'l'},     {"retry-after-ms", required_argument, NULL, 'r'},
    {NULL, 0, NULL, 0},
  };
  int option;
  while ((option = getopt_long(count, arguments, "", names, NULL)) != -1) {
    switch (option) {
      case 'p': options.port = (uint16_t)number(optarg, UINT16_MAX); break;
      case 'd': options.delay = number(optarg, 3600000) * 1000000; break;
      case '4': options.fail429 = (unsigned)number(optarg, 1000); break;
      case '5': options.fail500 = (unsigned)number(optarg, 1000); break;
      case 'r': options.retry_after_ms = (long)number(optarg, 3600000); break;
      case 'l':
        options.log = open(optarg, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (options.log < 0) fail(optarg);
        break;
      default: usage();
    }
  }
  if (optind < count) usage();
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  prepare_process();
  poller = epoll_create1(EPOLL_CLOEXEC);
  int listener = listen_on(options.port);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event)) fail("epoll_ctl");

  struct epoll_event ready[POLL_SIZE];
  for (;;) {
    Connection *next = TAILQ_FIRST(&delayed);
    uint64_t now = next ? nanoseconds() : 0, wait = next && next->due > now ? next->due - now : 0;
    struct timespec timeout = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
    int found = epoll_pwait2(poller, ready, POLL_SIZE, next ? &timeout : NULL, NULL);
    if (found < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int i = 0; i < found; i++) {
      if (ready[i].data.ptr) serve(ready[i].data.ptr, ready[i].events);
      else accept_all(listener);
    }
    send_what_is_due();
    write_lines();
  }
}
