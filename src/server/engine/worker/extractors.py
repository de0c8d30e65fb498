"""The extractors that exist in a worker: an explicit list (nothing generic, no search, no feeds), and some of them taught what they lack.

yt-dlp reads videos only, and lists from their beginning. The subclasses below, and those of facebook.py, add `post_media` to an info:
everything a post shows, in its order, photos included; YouTube's lists are read a page at a time (lists.py).
They carry the names of what they extend, so that yt-dlp and its answers call them the same.
"""
from yt_dlp.extractor import facebook as facebook_of_ytdlp
from yt_dlp.extractor import get_info_extractor, tiktok, twitter
from yt_dlp.extractor.youtube import YoutubeTabIE as YtDlpTabIE
from yt_dlp.utils import int_or_none, traverse_obj, url_or_none

import facebook

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


# Tabs of a channel that are lists of what can be had; the others are posts, shops and what is told of it.
TABS = ('videos', 'shorts', 'streams', 'playlists', 'podcasts', 'releases')


class YoutubeTabIE(YtDlpTabIE):
    def _real_extract(self, url):
        reading = self.get_param('reading')
        if not reading or not reading.token:
            info = super()._real_extract(url)
            if reading and info.get('_type') == 'playlist':
                reading.total = info.get('playlist_count')
            return info
        # A tab with nothing on it but what leads to the page that is wanted.
        more = {'continuationEndpoint': {'continuationCommand': {'token': reading.token}}}
        tab = {'content': {'richGridRenderer': {'contents': [{'continuationItemRenderer': more}]}}}
        item_id = self._match_id(url)
        return self.playlist_result(self._entries(tab, item_id, None, None, reading.visitor), item_id)

    def _extract_from_tabs(self, item_id, ytcfg, data, tabs):
        reading = self.get_param('reading')
        if reading:
            named = [(tab, self._extract_tab_id_and_name(tab)[0]) for tab in tabs]
            reading.tabs = [name for _, name in named if name in TABS]
            reading.tab = next((name for tab, name in named if tab.get('selected')), None)
        return super()._extract_from_tabs(item_id, ytcfg, data, tabs)

    def _has_tab(self, tabs, tab_id):
        """Asked of a channel that was named without a tab: each is a list of its own, and the first there is is read."""
        names = [self._extract_tab_id_and_name(tab)[0] for tab in tabs]
        first = next((name for name in ('videos', 'streams', 'shorts') if name in names), None)
        return tab_id == first

    def _entries(self, *args, **kwargs):
        reading = self.get_param('reading')
        entries = super()._entries(*args, **kwargs)
        if not reading:
            return entries
        for entry in entries:
            reading.add(entry)
        return reading.entries

    def _extract_inline_playlist(self, *args, **kwargs):
        """A mix: there is nothing that it could be gone on by, and so it is read from its beginning."""
        reading = self.get_param('reading')
        entries = super()._extract_inline_playlist(*args, **kwargs)
        if not reading:
            return entries
        for entry in entries:
            if reading.is_filled():
                break
            reading.add(entry)
        return reading.entries

    def _extract_response(self, item_id, query, *args, **kwargs):
        reading, token = self.get_param('reading'), query.get('continuation')
        if not reading or not token:
            return super()._extract_response(item_id, query, *args, **kwargs)
        # None ends the list for yt-dlp.
        if not reading.goes_on(token, (kwargs.get('headers') or {}).get('X-Goog-Visitor-Id')):
            return None
        response = super()._extract_response(item_id, query, *args, **kwargs)
        if not response:
            reading.broke_off()
        return response


NAMES = (
    'FacebookPluginsVideo', 'FacebookReel', 'FacebookAlbum', 'FacebookPhoto', 'Facebook', 'Instagram', 'TikTokLive', 'TikTok', 'TwitterAmplify', 'Twitter',
    'YoutubeClip', 'YoutubePlaylist', 'YoutubeTab', 'Youtube',
)
OURS = {
    'TikTok': TikTokIE, 'Twitter': TwitterIE, 'YoutubeTab': YoutubeTabIE,
    'Facebook': facebook.FacebookIE, 'FacebookAlbum': facebook.FacebookAlbumIE, 'FacebookPhoto': facebook.FacebookPhotoIE,
}
EXTENDED = (
    (tiktok.TikTokIE, '_parse_aweme_video_web'), (twitter.TwitterIE, '_extract_status'),
    (YtDlpTabIE, '_entries'), (YtDlpTabIE, '_extract_response'), (YtDlpTabIE, '_extract_from_tabs'), (YtDlpTabIE, '_has_tab'),
    (YtDlpTabIE, '_extract_tab_id_and_name'), (YtDlpTabIE, '_extract_inline_playlist'),
    (facebook_of_ytdlp.FacebookIE, '_extract_from_url'),
)


def load():
    """The extractor classes in match order. Fails at start, not at a visitor's link, when yt-dlp has moved what we extend."""
    for owner, method in EXTENDED:
        if not callable(getattr(owner, method, None)):
            raise RuntimeError(f'yt-dlp has no {owner.__name__}.{method} any more')
    return [OURS.get(name) or get_info_extractor(name) for name in NAMES]


def add_to(ydl, extractors):
    for extractor in extractors:
        # Of a class yt-dlp keeps only the name, and would make its own of it.
        ydl.add_info_extractor(extractor() if extractor in OURS.values() else extractor)
