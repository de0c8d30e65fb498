"""What a job asked a platform and was answered, told to who started this worker where they want it (npm run record): as it was, cookies
and tokens included. They leave out what nobody may see.
"""
import base64
import io
import zlib

from yt_dlp.networking.common import Request, Response
from yt_dlp.networking.exceptions import HTTPError

# Of one body; a page of YouTube has 1.5 MB, a player 2.7.
MOST_BYTES = 4 << 20
# Of one body deflated: a line has a limit (WORKER_LINE_MAX_BYTES). Pages and players become a fifth of what they were.
MOST_DEFLATED = 2 << 20

# Told with each job. `tell` sends a line (worker.py).
is_wanted = False
tell = None


def kept(request, ask, cookies):
    """Asks, tells what came of it, and returns an answer that can be read as if nobody had."""
    request = Request(request) if isinstance(request, str) else request
    sent = {'method': request.method, 'url': request.url, 'headers': [*request.headers.items(), *cookie(cookies, request.url)],
            'body': encoded(request.data) if isinstance(request.data, bytes) else None}
    try:
        return copied(sent, ask(request))
    except HTTPError as error:
        error.response = copied(sent, error.response)
        raise


def copied(sent, response):
    body = response.read()
    deflated, is_cut = zlib.compress(body[:MOST_BYTES]), len(body) > MOST_BYTES
    if len(deflated) > MOST_DEFLATED:
        deflated, is_cut = zlib.compress(b''), True
    answer = {
        'status': response.status, 'headers': list(response.headers.items()), 'url': response.url,
        'body': encoded(deflated), 'isCut': is_cut,
    }
    tell({'exchange': {**sent, 'answer': answer}})
    return Response(io.BytesIO(body), response.url, response.headers, response.status, response.reason, response.extensions)


def cookie(cookies, url):
    header = cookies.get_cookie_header(url)
    return [('Cookie', header)] if header else []


def encoded(data):
    return base64.b64encode(data).decode('ascii')
