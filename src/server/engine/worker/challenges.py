"""YouTube's JavaScript challenges, by yt-dlp's public interface for solvers: whoever started this worker solves them.

`ask` sends a question and waits for its answer (worker.py). Its failures are our own codes: they go through yt-dlp's warnings, in which
src/server/engine/classify-error.ts looks for them.
"""
import collections

from yt_dlp.extractor.youtube.jsc.provider import (
    JsChallengeProvider,
    JsChallengeProviderError,
    JsChallengeProviderResponse,
    JsChallengeResponse,
    JsChallengeType,
    NChallengeOutput,
    SigChallengeOutput,
    register_preference,
    register_provider,
)

OUTPUTS = {JsChallengeType.N: NChallengeOutput, JsChallengeType.SIG: SigChallengeOutput}

ask = None
# Told with each job: a solver may come and go while this worker lives.
is_there = False


@register_provider
class EngineJCP(JsChallengeProvider):
    PROVIDER_NAME = 'engine'
    _SUPPORTED_TYPES = tuple(OUTPUTS)

    def is_available(self):
        return is_there

    def _real_bulk_solve(self, requests):
        players = collections.defaultdict(list)
        for request in requests:
            players[request.input.player_url].append(request)
        for player, asked in players.items():
            answer = ask({'player': player, 'requests': [
                {'type': request.type.value, 'challenges': request.input.challenges} for request in asked]})
            # Without an answer to a kind: the player was run, and is not what the scripts expect.
            failure = answer.get('failure', 'extractor_broken')
            for request, results in zip(asked, answer.get('answers') or [None] * len(asked), strict=True):
                yield (
                    JsChallengeProviderResponse(request, error=JsChallengeProviderError(f'failure {failure}', expected=True))
                    if results is None else JsChallengeProviderResponse(request, JsChallengeResponse(
                        request.type, OUTPUTS[request.type](dict(zip(request.input.challenges, results, strict=True))))))


@register_preference(EngineJCP)
def before_others(_provider, _requests):
    return 2000


def scripts():
    """What the engine solves them with, where it is installed."""
    try:
        import yt_dlp_ejs
        import yt_dlp_ejs.yt.solver as solver
    except ImportError:
        return None
    return {'version': yt_dlp_ejs.version, 'lib': solver.lib(), 'core': solver.core()}
