"""YouTube's JavaScript challenges, by yt-dlp's public interface for solvers: whoever started this worker solves them.

`ask` sends a question and waits for its answer (worker.py). Its failures are our own codes: they go through yt-dlp's warnings, in which
src/server/engine/errors/classify-error.ts looks for them.
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
            answers = answer.get('answers') or [None] * len(asked)
            for request, results in zip(asked, answers, strict=True):
                yield respond(request, results, answer.get('failure'))


def respond(request, results, failure):
    challenges = request.input.challenges
    if results is None or (request.type is JsChallengeType.SIG and not all(map(is_order, challenges, results))):
        # Without a failure: the player was run, and is not what it should be.
        error = JsChallengeProviderError(f'failure {failure or "extractor_broken"}', expected=True)
        return JsChallengeProviderResponse(request, error=error)
    output = OUTPUTS[request.type](dict(zip(challenges, results, strict=True)))
    return JsChallengeProviderResponse(request, JsChallengeResponse(request.type, output))


def is_order(challenge, result):
    """A signature's challenge has each place once, and its answer tells which of them remain, in which order."""
    return set(result) <= set(challenge)


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
