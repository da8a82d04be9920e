/// Sends requests whose replies are streams to a server on this machine, and measures how soon their text begins.
///
/// usage: turn-load PORT PATH BODY [--requests N] [--at-once N | --rate R] [--text MARK] [--end MARK] [--key K]
///                  [--first-number N]
///
///   PORT PATH         where each request is POSTed, over HTTP/1.1 connections that are used again
///   BODY              a file with the JSON to send; each @N@ becomes the number of the request
///   --requests N      how many; the default is 100
///   --at-once N       so many streams are open all the time; the default is 1
///   --rate R          instead: so many requests begin each second, whether earlier ones have ended or not
///   --text MARK       what the first piece of text contains; the time to it is counted from when the
///                     request was due, so that a server that delays requests is charged for the delay
///   --end MARK        what every complete reply contains
///   --key K           a bearer token
///   --first-number N  the number of the first request; the default is 0
///
/// Writes one JSON object: how many replies were complete, how many were not and why, the seconds, requests a second,
/// and the median, 99th percentile and maximum of the milliseconds to the first text and to the end. A reply is
/// complete if its status is 200, its body ended as HTTP says, and it contained both marks.

#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024, HEAD_SIZE = 8 * 1024, MAXIMUM_MARK = 64, POLL_SIZE = 256 };

static struct {
  uint16_t port;
  const char *path, *text, *end, *key;
  char *body;
  size_t requests, at_once, first_number;
  double rate;
} options = {.requests = 100, .at_once = 1, .text = "", .end = "", .key = ""};

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

// MARK: Marks

/// Looks for a text in bytes that come in pieces.
typedef struct {
  const char *text;
  size_t length, kept;
  char tail[MAXIMUM_MARK];  // the last bytes of earlier pieces
  bool found;
} Mark;

static void expect_mark(Mark *mark, const char *text) {
  *mark = (Mark){.text = text, .length = strlen(text), .found = !*text};
}

static void look(Mark *mark, const char *bytes, size_t count) {
  if (mark->found) return;
  char joint[2 * MAXIMUM_MARK];
  size_t head = count < mark->length - 1 ? count : mark->length - 1;
  memcpy(joint, mark->tail, mark->kept);
  memcpy(joint + mark->kept, bytes, head);
  if (memmem(joint, mark->kept + head, mark->text, mark->length) || memmem(bytes, count, mark->text, mark->length)) {
    mark->found = true;
  } else if (count >= mark->length - 1) {
    mark->kept = mark->length - 1;
    memcpy(mark->tail, bytes + count - mark->kept, mark->kept);
  } else {
    size_t all = mark->kept + count, drop = all > mark->length - 1 ? all - (mark->length - 1) : 0;
    mark->kept = all - drop;
    memcpy(mark->tail, joint + drop, mark->kept);
  }
}

// MARK: Connections

/// What comes next in a chunked body.
typedef enum { CHUNK_SIZE, CHUNK_DATA, CHUNK_END, LAST_LINE } Expected;

typedef struct Connection {
  int socket;
  bool busy, is_sized;
  char *request;
  size_t length, written;
  double due;              // when the request under way should have begun
  double first;            // when its text began, or 0
  char head[HEAD_SIZE];
  size_t head_length;
  bool in_body;
  int status;
  Expected expected;
  size_t left;             // of a chunk
  Mark text, end;
  struct Connection *next;  // among the idle ones
} Connection;

static int poller;
static Connection *idle;
static size_t begun, ended, complete, open_streams, most_open;
static size_t bad_status, broken, unmarked, other_status;
static double *firsts, *totals, started;

static void watch(Connection *c, uint32_t events, int operation) {
  struct epoll_event event = {.events = events, .data.ptr = c};
  if (epoll_ctl(poller, operation, c->socket, &event)) fail("epoll_ctl");
}

static void open_connection(Connection *c) {
  int on = 1;
  c->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (c->socket < 0) fail("socket");
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(options.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(c->socket, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS) fail("connect");
  watch(c, EPOLLIN | EPOLLOUT, EPOLL_CTL_ADD);
}

/// The body with the request's number in it.
static size_t fill_in(char *out, size_t number) {
  char *start = out, digits[24];
  size_t length = (size_t)snprintf(digits, sizeof digits, "%zu", number);
  const char *from = options.body;
  for (const char *at; (at = strstr(from, "@N@")); from = at + 3) {
    memcpy(out, from, (size_t)(at - from));
    out += at - from;
    memcpy(out, digits, length);
    out += length;
  }
  size_t rest = strlen(from);
  memcpy(out, from, rest);
  return (size_t)(out + rest - start);
}

static void send_request(Connection *c) {
  while (c->written < c->length) {
    ssize_t count = send(c->socket, c->request + c->written, c->length - c->written, MSG_NOSIGNAL);
    if (count < 0) {
      // Whatever else is wrong with the connection, reading tells.
      watch(c, EPOLLIN | (errno == EAGAIN || errno == ENOTCONN ? EPOLLOUT : 0), EPOLL_CTL_MOD);
      return;
    }
    c->written += (size_t)count;
  }
  watch(c, EPOLLIN, EPOLL_CTL_MOD);
}

static void begin(double due) {
  Connection *c = idle;
  size_t capacity = 2 * strlen(options.body) + 2048;
  if (c) {
    idle = c->next;
  } else {
    c = calloc(1, sizeof *c);
    c->socket = -1;
    c->request = malloc(capacity);
  }
  char *body = malloc(capacity);
  size_t length = fill_in(body, options.first_number + begun++);
  size_t head = (size_t)snprintf(
    c->request, capacity,
    "POST %s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\n"
    "content-length: %zu\r\n\r\n", options.path, options.port, options.key, length);
  memcpy(c->request + head, body, length);
  free(body);
  c->length = head + length;
  c->written = 0;
  c->due = due;
  c->first = 0;
  c->busy = true;
  c->in_body = false;
  c->head_length = 0;
  c->status = 0;
  expect_mark(&c->text, options.text);
  expect_mark(&c->end, options.end);
  if (++open_streams > most_open) most_open = open_streams;
  if (c->socket < 0) open_connection(c);
  else send_request(c);
}

static void finish(Connection *c, bool is_whole) {
  double now = milliseconds();
  c->busy = false;
  open_streams--;
  if (c->status != 200) {
    bad_status++;
    other_status = (size_t)c->status;
  }
  else if (!is_whole) broken++;
  else if (!c->text.found || !c->end.found) unmarked++;
  else {
    firsts[complete] = c->first > 0 ? c->first - c->due : 0;
    totals[complete] = now - c->due;
    complete++;
  }
  ended++;
  if (!is_whole || c->status != 200) {
    close(c->socket);
    c->socket = -1;
  }
  c->next = idle;
  idle = c;
  if (options.rate <= 0 && begun < options.requests) begin(milliseconds());
}

// MARK: Replies

static void read_head(Connection *c) {
  c->head[c->head_length] = 0;
  c->status = atoi(c->head + strcspn(c->head, " "));
  c->in_body = true;
  const char *sized = strcasestr(c->head, "\r\ncontent-length:");
  c->expected = sized ? CHUNK_DATA : CHUNK_SIZE;
  c->left = sized ? strtoull(sized + 17, NULL, 10) : 0;
  c->is_sized = sized != NULL;
}

/// Reads a part of a body. Returns whether the body is complete.
static bool read_body(Connection *c, const char *bytes, size_t count) {
  for (size_t at = 0; at < count;) {
    switch (c->expected) {
    case CHUNK_SIZE:
      if (bytes[at] == '\n') {
        c->expected = c->left ? CHUNK_DATA : LAST_LINE;
      } else if (bytes[at] != '\r') {
        char digit = bytes[at] | 0x20;
        c->left = c->left * 16 + (size_t)(digit >= 'a' ? digit - 'a' + 10 : digit - '0');
      }
      at++;
      break;
    case CHUNK_DATA: {
      size_t length = c->left < count - at ? c->left : count - at;
      bool before = c->text.found;
      look(&c->text, bytes + at, length);
      look(&c->end, bytes + at, length);
      if (!before && c->text.found) c->first = milliseconds();
      at += length;
      c->left -= length;
      if (c->left == 0) {
        if (c->is_sized) return true;
        c->expected = CHUNK_END;
      }
      break;
    }
    case CHUNK_END:
      if (bytes[at++] == '\n') c->expected = CHUNK_SIZE;
      break;
    case LAST_LINE:
      if (bytes[at++] == '\n') return true;
      break;
    }
  }
  return false;
}

static void receive(Connection *c) {
  static char bytes[READ_SIZE];
  ssize_t count = recv(c->socket, bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    if (c->busy) {
      finish(c, false);
    } else {
      close(c->socket);
      c->socket = -1;
    }
    return;
  }
  if (!c->busy) return;
  const char *from = bytes;
  size_t left = (size_t)count;
  while (!c->in_body && left > 0) {
    if (c->head_length == HEAD_SIZE - 1) {
      finish(c, false);
      return;
    }
    c->head[c->head_length++] = *from++;
    left--;
    if (c->head_length >= 4 && memcmp(c->head + c->head_length - 4, "\r\n\r\n", 4) == 0) read_head(c);
  }
  if (c->in_body && read_body(c, from, left)) finish(c, true);
}

// MARK: The run

static void run(void) {
  struct epoll_event ready[POLL_SIZE];
  started = milliseconds();
  double interval = options.rate > 0 ? 1e3 / options.rate : 0;
  if (options.rate <= 0)
    for (size_t i = 0; i < options.at_once && begun < options.requests; i++) begin(milliseconds());
  while (ended < options.requests) {
    double next = started + (double)begun * interval, now = milliseconds();
    bool waits = options.rate > 0 && begun < options.requests;
    double wait = waits && next > now ? next - now : 0;
    struct timespec timeout = {(time_t)(wait / 1e3), (long)((wait - (double)(long)(wait / 1e3) * 1e3) * 1e6)};
    int found = epoll_pwait2(poller, ready, POLL_SIZE, waits ? &timeout : NULL, NULL);
    if (found < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int i = 0; i < found; i++) {
      Connection *c = ready[i].data.ptr;
      if (ready[i].events & EPOLLOUT && c->busy) send_request(c);
      if (ready[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(c);
    }
    if (options.rate > 0)
      while (begun < options.requests && (next = started + (double)begun * interval) <= milliseconds()) begin(next);
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(double *sorted, double part) {
  return complete ? sorted[(size_t)((double)(complete - 1) * part)] : 0;
}

static char *file_contents(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  char *text = NULL;
  size_t size = 0;
  if (getdelim(&text, &size, 0, file) < 0) fail(path);
  fclose(file);
  return text;
}

static void read_options(int count, char **arguments) {
  static const struct option known[] = {
    {"requests", required_argument, NULL, 'n'}, {"at-once", required_argument, NULL, 'c'},
    {"rate", required_argument, NULL, 'r'}, {"text", required_argument, NULL, 't'},
    {"end", required_argument, NULL, 'e'}, {"key", required_argument, NULL, 'k'},
    {"first-number", required_argument, NULL, 'f'}, {0}};
  for (int option; (option = getopt_long(count, arguments, "", known, NULL)) >= 0;) switch (option) {
    case 'n': options.requests = strtoull(optarg, NULL, 10); break;
    case 'c': options.at_once = strtoull(optarg, NULL, 10); break;
    case 'r': options.rate = strtod(optarg, NULL); break;
    case 't': options.text = optarg; break;
    case 'e': options.end = optarg; break;
    case 'k': options.key = optarg; break;
    case 'f': options.first_number = strtoull(optarg, NULL, 10); break;
    default: exit(2);
  }
  if (count - optind != 3 || strlen(options.text) > MAXIMUM_MARK || strlen(options.end) > MAXIMUM_MARK) {
    fprintf(stderr, "usage: turn-load PORT PATH BODY [options]; the source lists them\n");
    exit(2);
  }
  options.port = (uint16_t)atoi(arguments[optind]);
  options.path = arguments[optind + 1];
  options.body = file_contents(arguments[optind + 2]);
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  prctl(PR_SET_TIMERSLACK, 1UL);
  poller = epoll_create1(EPOLL_CLOEXEC);
  firsts = calloc(options.requests + 1, sizeof *firsts);
  totals = calloc(options.requests + 1, sizeof *totals);
  run();
  double seconds = (milliseconds() - started) / 1e3;
  qsort(firsts, complete, sizeof *firsts, ascending);
  qsort(totals, complete, sizeof *totals, ascending);
  printf("{\"complete\": %zu, \"bad_status\": %zu, \"a_bad_status\": %zu, \"broken\": %zu, \"unmarked\": %zu, "
         "\"at_once\": %zu, \"seconds\": %.3f, \"per_second\": %.1f, "
         "\"first_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}, "
         "\"total_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}}\n",
         complete, bad_status, other_status, broken, unmarked, most_open, seconds, (double)complete / seconds,
         quantile(firsts, 0.5), quantile(firsts, 0.99), quantile(firsts, 1),
         quantile(totals, 0.5), quantile(totals, 0.99), quantile(totals, 1));
  return complete == options.requests ? 0 : 1;
}
