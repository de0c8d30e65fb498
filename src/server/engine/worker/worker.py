"""A worker of the engine: yt-dlp kept loaded, one job at a time. JSON lines in, JSON lines out; everything else goes to stderr.

  first line out   {"ready": true, "extractor": "2026.10.26", "python": "3.11.2", "challengeScripts": {…} or null, "browserFingerprints": true, "curlCffi": "0.17.0" or null}
  in               {"id": 1, "url": "https://…", "list": null or {"from": 51, "begin": null or {…}}, "deadlineMs": 20000, "extractorArgs": {}, "proxy": "http://…", "solver": true, "tokens": true, "cookies": […]}
  out              {"id": 1, "ask": 1, "player": "https://…", "requests": [{"type": "n", "challenges": ["…"]}]}
  in               {"reply": 1, "answers": [["…"]]}  or  {"reply": 1, "failure": "…"}
  out              {"id": 1, "ask": 2, "binding": "…"}
  in               {"reply": 2, "token": "…"}  or  {"reply": 2, "failure": "…"}
  out              {"id": 1, "exchange": {…}}  (exchanges.py), only with "isRecorded": true
  out              {"id": 1, "info": {…}, "warnings": […], "refusals": […], "requests": 3, "list": null or {…}}  or  {"id": 1, "error": {…}, …}

Challenges are solved and tokens made by the parent (challenges.py, tokens.py); `solver` and `tokens` say whether it can. A reply that
nobody waits for any more is passed over.

What an error means to a visitor is decided by the parent. SIGUSR1 cancels the running job; the worker survives it.
Environment: EGRESS_PROXY; MEMORY_LIMIT_MB; SSL_CERT_FILE with PRIVATE_CA=1 where another CA is to be trusted.
"""
import datetime
import email.utils
import functools
import gc
import json
import math
import os
import platform
import resource
import signal
import sys
from http.cookiejar import Cookie

os.environ['YTDLP_NO_PLUGINS'] = '1'
# A quarter of a start is loading what yt-dlp decrypts and tags files with, and what other sites' chats need. It does without them, as where
# they are not installed (yt_dlp/dependencies); files are the server's to fetch.
for unneeded in ('Cryptodome', 'Crypto', 'mutagen', 'websockets'):
    sys.modules[unneeded] = None
# Stray prints must not break the protocol.
answers = os.fdopen(os.dup(1), 'w', buffering=1, encoding='ascii')
os.dup2(2, 1)

import yt_dlp  # noqa: E402
import yt_dlp.networking.common as networking  # noqa: E402
from yt_dlp.extractor.common import InfoExtractor  # noqa: E402
from yt_dlp.networking.exceptions import HTTPError  # noqa: E402
from yt_dlp.networking.impersonate import ImpersonateTarget  # noqa: E402
from yt_dlp.utils import DownloadError, ExtractorError  # noqa: E402
import browsers  # noqa: E402
import challenges  # noqa: E402
import exchanges  # noqa: E402
import extractors  # noqa: E402
import lists  # noqa: E402
import tokens  # noqa: E402
from lines import Lines, put_off, whole  # noqa: E402
from read_only import give_up_writing  # noqa: E402
from trim import trim  # noqa: E402

# Each YoutubeDL would load some 140 root certificates anew: 20 ms of CPU per job.
networking.make_ssl_context = functools.lru_cache(8)(networking.make_ssl_context)
EXTRACTORS = extractors.load()
ORDERS = Lines(0)


# Warnings of a job, and refusals: a list may have one for each of its entries.
MOST_REMARKS = 500


class Stopped(BaseException):
    """The job was cancelled or has used up its time. No `except Exception` of an extractor may swallow it."""


class Log:
    def __init__(self):
        self.warnings = []
        self.refusals = []
        self.requests = 0
        self.reading = None

    def warning(self, message):
        self.warnings.append(message[:600])

    def debug(self, message):
        pass

    error = debug


def keep_refusals():
    """Why there is nothing to download is a mere warning under `ignore_no_formats_error`, like any other: what extractors mean so is kept apart."""
    report = InfoExtractor.raise_no_formats

    @functools.wraps(report)
    def raise_no_formats(self, msg, expected=False, video_id=None):
        if expected:
            self.get_param('logger').refusals.append(str(msg)[:600])
        return report(self, msg, expected, video_id)
    InfoExtractor.raise_no_formats = raise_no_formats


keep_refusals()


class Downloader(yt_dlp.YoutubeDL):
    def urlopen(self, req):
        self.params['logger'].requests += 1
        return exchanges.kept(req, super().urlopen, self.cookiejar) if exchanges.is_wanted else super().urlopen(req)

    def trouble(self, message=None, tb=None, is_error=True):
        # yt-dlp's own keeps the innermost exception only, and so loses what the extractor said.
        if is_error:
            raise DownloadError(message) from sys.exception()


def downloader(log, job):
    ydl = Downloader({
        'logger': log, 'quiet': True, 'noprogress': True, 'color': 'never', 'skip_download': True,
        # The discard port: without a proxy nothing goes out.
        'proxy': job.get('proxy') or os.environ.get('EGRESS_PROXY') or 'http://127.0.0.1:9',
        'socket_timeout': 10, 'retries': 1, 'extractor_retries': 1,
        # Where a list is read from, and how far, its extractor minds (lists.py); of a post, all that it shows.
        'noplaylist': not job.get('list'), 'playlistend': lists.MOST_ENTRIES, 'extract_flat': 'in_playlist', 'reading': log.reading,
        'format': 'b/bv*/ba', 'check_formats': False,
        # Else one photo fails a whole carousel.
        'ignore_no_formats_error': True,
        # TikTok's extractor looks for texts only when they are wanted; nothing is written.
        'writesubtitles': True,
        'cachedir': False, 'geo_bypass': False, 'enable_file_urls': False, 'usenetrc': False,
        'remote_components': [], 'js_runtimes': {},
        'compat_opts': {'no-certifi'} if os.environ.get('PRIVATE_CA') else set(),
        'extractor_args': job.get('extractorArgs') or {},
    }, auto_init=False)
    extractors.add_to(ydl, EXTRACTORS)
    return ydl


def causes(error):
    seen = []
    while error is not None and error not in seen:
        seen.append(error)
        error = getattr(error, 'cause', None) or error.__cause__
    return seen


def describe(error):
    """An exception as facts; the texts of it stay on the server."""
    chain = causes(error)
    said = next((e for e in chain if isinstance(e, ExtractorError)), None)
    http = next((e for e in chain if isinstance(e, HTTPError)), None)
    return {
        'kind': 'extractor', 'types': [type(e).__name__ for e in chain],
        'message': ' '.join((getattr(said, 'orig_msg', None) or str(error)).split())[:600],
        'expected': bool(getattr(said, 'expected', False)), 'extractor': getattr(said, 'ie', None),
        'status': http.status if http else None,
        'retryAfterS': retry_after(http.response.headers) if http else None,
        'deniedByEgress': bool(http and http.response.headers.get('X-Egress-Denied')),
    }


def retry_after(headers):
    """Seconds to leave a platform alone, which it says as such or as a date (RFC 9110, section 10.2.3), by its own clock where it tells."""
    text = headers.get('Retry-After')
    if text and text.isascii() and text.isdigit():
        return int(text) if len(text) < 7 else None
    until, now = instant(text), instant(headers.get('Date')) or datetime.datetime.now(datetime.timezone.utc)
    return max(0, math.ceil((until - now).total_seconds())) if until else None


def instant(text):
    try:
        told = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return told if told.tzinfo else told.replace(tzinfo=datetime.timezone.utc)


running = False
job_id = asked = 0


def stop(number, _frame, of=None):
    job = job_id
    if running and of in (None, job) and not put_off(lambda: stop(number, None, job)):
        raise Stopped('deadline' if number == signal.SIGALRM else 'cancelled')


def ask(question):
    """A question to the parent, and its reply. Deadline and cancellation end the wait."""
    global asked
    asked += 1
    with whole():
        send({'id': job_id, 'ask': asked, **question})
    while (line := ORDERS.next()) is not None:
        reply = json.loads(line)
        if reply.get('reply') == asked:
            return reply
    raise Stopped('cancelled')


def sign_in(ydl, cookies):
    """With the operator's account (account-cookies.ts). The jar ends with the job: nothing of what it becomes is kept."""
    for c in cookies:
        ydl.cookiejar.set_cookie(Cookie(
            0, c['name'], c['value'], None, False, c['domain'], True, c['domain'].startswith('.'), c['path'], True, c['secure'],
            c['expiresAtS'], c['expiresAtS'] is None, None, None, {}))


def tell(what):
    """A line that nobody answers."""
    with whole():
        send({'id': job_id, **what})


def run(job, log):
    ydl = downloader(log, job)
    sign_in(ydl, job.get('cookies') or ())
    try:
        info = ydl.extract_info(job['url'], download=False)
        return {'info': trim(ydl.sanitize_info(info))}
    finally:
        # Without it each job leaves 1 MB and a descriptor or two behind.
        ydl.close()


def extract(job):
    """One job; never raises. Two layers, because a signal can also come while the inner one cleans up."""
    global running, job_id
    log, answer = Log(), None
    log.reading = lists.Reading(job['list']) if job.get('list') else None
    job_id, challenges.is_there, tokens.is_there = job['id'], bool(job.get('solver')), bool(job.get('tokens'))
    exchanges.is_wanted = bool(job.get('isRecorded'))
    try:
        running = True
        browsers.begin(job['deadlineMs'])
        # Again every second, should something swallow the first.
        signal.setitimer(signal.ITIMER_REAL, job['deadlineMs'] / 1000, 1)
        try:
            answer = run(job, log)
        except Stopped as e:
            running = False
            answer = {'error': {'kind': str(e)}}
        except MemoryError:
            answer = {'error': {'kind': 'memory'}}
        except Exception as e:  # noqa: BLE001
            memory = any(isinstance(x, MemoryError) for x in causes(e))
            answer = {'error': {'kind': 'memory'} if memory else describe(e)}
    except Stopped as e:
        answer = answer or {'error': {'kind': str(e)}}
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    told = {'warnings': log.warnings[:MOST_REMARKS], 'refusals': log.refusals[:MOST_REMARKS], 'requests': log.requests}
    # Also of what failed: the next try need not read again what this one has.
    return {**answer, **told, 'list': log.reading and log.reading.told()}


def sayable(value):
    """Numbers that JSON has no word for become null: an extractor's slip in one field must not cost the answer."""
    if isinstance(value, dict):
        return {str(key): sayable(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [sayable(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, int):
        return value if value.bit_length() < 1024 else None
    return value


def encode(answer):
    try:
        return json.dumps(answer, allow_nan=False)
    except ValueError:
        return json.dumps(sayable(answer), allow_nan=False)


def send(answer):
    answers.write(encode(answer) + '\n')


def main():
    signal.signal(signal.SIGUSR1, stop)
    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    challenges.ask = tokens.ask = ask
    exchanges.tell = tell
    limit = int(os.environ.get('MEMORY_LIMIT_MB', '600')) << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with downloader(Log(), {}) as ydl:
        # What Instagram and TikTok are asked with, by extractors that say so; curl_cffi's way goes through the same proxy.
        fingerprints = ydl._impersonate_target_available(ImpersonateTarget())
    # So far it wrote what Python compiled. Nothing that comes from outside may leave anything for the next worker.
    give_up_writing()
    send({
        'ready': True, 'extractor': yt_dlp.version.__version__, 'python': platform.python_version(),
        'challengeScripts': challenges.scripts(), 'browserFingerprints': fingerprints, 'curlCffi': browsers.VERSION,
    })
    count = 0
    while (line := ORDERS.next()) is not None:
        job = json.loads(line)
        if 'url' not in job:
            continue
        send({'id': job['id'], **extract(job)})
        count += 1
        if count % 20 == 0:
            gc.collect()


if __name__ == '__main__':
    main()
    # Without waiting for threads that still listen to a silent server.
    os._exit(0)
