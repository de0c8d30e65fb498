"""How a worker asks as a browser does, where an extractor wants that and curl_cffi is there: with yt-dlp's own handler, but within the
time of the job, and by one connection to each host instead of one for each request.

curl works in threads of its own. By itself yt-dlp waits for such a thread when it leaves an answer, and so for a server that says nothing
more: a job that is cancelled or has used up its time would not end.
"""
import sys
import time

try:
    import curl_cffi.requests
    from curl_cffi import CurlShare
    from curl_cffi.const import CurlOpt
    from yt_dlp.networking._curlcffi import CurlCFFIRH
    VERSION = curl_cffi.__version__
except ImportError:
    CurlCFFIRH = VERSION = None

# Without a job.
LONGEST_S = 20
deadline = None


def begin(deadline_ms):
    """A job begins: whatever is asked for it ends when it does."""
    global deadline
    deadline = time.monotonic() + deadline_ms / 1000


def left_ms():
    left_s = LONGEST_S if deadline is None else deadline - time.monotonic()
    return max(1, int(left_s * 1000))


if CurlCFFIRH:
    class Response(curl_cffi.requests.Response):
        def close(self):
            ending = sys.exception()
            if ending is None or isinstance(ending, Exception):
                return super().close()
            # The job is over. Its thread is left alone, and ends when it hears something, or when the time is up.
            if self.quit_now:
                self.quit_now.set()

    def session(_handler, cookiejar=None):
        # Requests follow each other, so one at a time uses the shared connections.
        return curl_cffi.requests.Session(
            cookies=cookiejar, response_class=Response, curl_options={CurlOpt.TIMEOUT_MS: left_ms()},
            curl_share=CurlShare(connect=True),
        )

    CurlCFFIRH._create_instance = session
