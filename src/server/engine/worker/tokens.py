"""YouTube's tokens for browsers (PO tokens), by yt-dlp's public interface for who makes them: whoever started this worker does.

`ask` sends a question and waits for its answer (worker.py). Its failures are our own codes. Nothing is kept here: tokens are kept by who
makes them, by the way out that they are for.
"""
import re

from yt_dlp.extractor.youtube.pot.provider import (
    PoTokenContext,
    PoTokenProvider,
    PoTokenProviderError,
    PoTokenProviderRejectedRequest,
    PoTokenResponse,
    register_preference,
    register_provider,
)
from yt_dlp.extractor.youtube.pot.utils import WEBPO_CLIENTS, get_webpo_content_binding

# A video, a visitor or an account (src/server/engine/tokens/protocol.ts); whatever a page may say in the place of one.
BINDING = re.compile(r'[\x21-\x7e]{1,1024}')
# yt-dlp does not keep what is over at once.
NOT_TO_BE_KEPT = 0

ask = None
# Told with each job: who makes them may come and go while this worker lives.
is_there = False


@register_provider
class EnginePTP(PoTokenProvider):
    PROVIDER_NAME = 'engine'
    _SUPPORTED_CLIENTS = WEBPO_CLIENTS
    _SUPPORTED_CONTEXTS = tuple(PoTokenContext)
    # All that it takes goes out by the way of the job, without us.
    _SUPPORTED_EXTERNAL_REQUEST_FEATURES = None

    def is_available(self):
        return is_there

    def _real_request_pot(self, request):
        binding, _ = get_webpo_content_binding(request)
        if not binding or not BINDING.fullmatch(binding):
            raise PoTokenProviderRejectedRequest('nothing to bind it to')
        answer = ask({'binding': binding})
        if token := answer.get('token'):
            return PoTokenResponse(padded(token), expires_at=NOT_TO_BE_KEPT)
        raise PoTokenProviderError(f'failure {answer.get("failure")}', expected=True)


def padded(token):
    """yt-dlp reads whole base64 only; who makes tokens may leave off what fills it up."""
    return token + '=' * (-len(token) % 4)


@register_preference(EnginePTP)
def before_others(_provider, _request):
    return 2000
