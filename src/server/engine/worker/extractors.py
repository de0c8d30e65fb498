"""The extractors that exist in a worker: an explicit list (nothing generic, no search, no feeds), and two of them taught photos.

yt-dlp reads videos only. The subclasses below add `post_media` to an info: everything a post shows, in its order, photos included.
They carry the names of what they extend, so that yt-dlp and its answers call them the same.
"""
from yt_dlp.extractor import get_info_extractor, tiktok, twitter
from yt_dlp.utils import int_or_none, traverse_obj, url_or_none

# Cards of a post that lead away from it: to a broadcast, a room, another site's player.
LEADS_AWAY = ('player', 'periscope_broadcast', 'broadcast', 'audiospace', 'summary')


class TikTokIE(tiktok.TikTokIE):
    def _parse_aweme_video_web(self, aweme_detail, *args, **kwargs):
        info = super()._parse_aweme_video_web(aweme_detail, *args, **kwargs)
        photos = traverse_obj(aweme_detail, ('imagePost', 'images', ..., {
            'url': ('imageURL', 'urlList', ..., {url_or_none}, any),
            'width': ('imageWidth', {int_or_none}),
            'height': ('imageHeight', {int_or_none}),
        }))
        info['post_media'] = [{'type': 'photo', 'id': str(n), **photo} for n, photo in enumerate(photos, 1) if photo.get('url')]
        self._part_captions(info, aweme_detail)
        return info

    def _part_captions(self, info, aweme_detail):
        """What a machine heard (ASR) or translated (MT) is told from what somebody wrote; yt-dlp takes all for written."""
        tracks = traverse_obj(aweme_detail, ('video', 'subtitleInfos', ..., {dict}))
        made = [track.get('LanguageCodeName') for track in tracks if track.get('Source') == 'ASR']
        made += [track.get('LanguageCodeName') for track in tracks if track.get('Source') == 'MT']
        texts = info.get('subtitles') or {}
        info['automatic_captions'] = {language: texts[language] for language in made if language in texts}
        info['subtitles'] = {language: choices for language, choices in texts.items() if language not in made}


class TwitterIE(twitter.TwitterIE):
    def _extract_status(self, twid):
        status = super()._extract_status(twid)
        # Without these a post with a mere link would be answered with another site's video.
        status['entities'] = {**(status.get('entities') or {}), 'urls': []}
        card = traverse_obj(status, ('card', 'name', {str})) or ''
        if card.split(':')[-1] in LEADS_AWAY:
            status['card'] = None
        self._status = status
        return status

    def _real_extract(self, url):
        info = super()._real_extract(url)
        info['post_media'] = traverse_obj(self._status, (
            (None, 'quoted_status'), 'extended_entities', 'media', lambda _, m: url_or_none(m['media_url_https']), {
                'type': ('type', {str}),
                'id': ('id_str', {str}),
                'url': ('media_url_https', {str}),
                'width': ('original_info', 'width', {int_or_none}),
                'height': ('original_info', 'height', {int_or_none}),
            }))
        return info


NAMES = (
    'FacebookPluginsVideo', 'FacebookReel', 'Facebook', 'Instagram', 'TikTokLive', 'TikTok', 'TwitterAmplify', 'Twitter',
    'YoutubeClip', 'YoutubePlaylist', 'YoutubeTab', 'Youtube',
)
OURS = {'TikTok': TikTokIE, 'Twitter': TwitterIE}


def load():
    """The extractor classes in match order. Fails at start, not at a visitor's link, when yt-dlp has moved what we extend."""
    for owner, method in ((tiktok.TikTokIE, '_parse_aweme_video_web'), (twitter.TwitterIE, '_extract_status')):
        if not callable(getattr(owner, method, None)):
            raise RuntimeError(f'yt-dlp has no {owner.__name__}.{method} any more')
    return [OURS.get(name) or get_info_extractor(name) for name in NAMES]


def add_to(ydl, extractors):
    for extractor in extractors:
        # Of a class yt-dlp keeps only the name, and would make its own of it.
        ydl.add_info_extractor(extractor() if extractor in OURS.values() else extractor)
