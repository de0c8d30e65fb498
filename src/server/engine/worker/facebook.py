"""Facebook's photos, which yt-dlp does not read: those of posts, the pages of single ones, and albums.

All is taken from what a page hands to its own loader; nothing is asked for that a browser without an account would have to scroll for.
"""
import json
import re

from yt_dlp.extractor import facebook
from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import ExtractorError, int_or_none, str_or_none, traverse_obj, url_or_none

SCRIPT = re.compile(r'data-sjs[^>]*>(\{.+?\})</script>', re.DOTALL)
# By what name a photo has itself in one size or another.
SIZES = ('viewer_image', 'photo_image', 'full_image', 'image')
PHOTO_PAGE = 'https://www.facebook.com/photo/?fbid=%s'
WATCH_PAGE = 'https://www.facebook.com/watch/?v=%s'
SET_PAGE = 'https://www.facebook.com/media/set/?set=%s&type=3'


def answers(page):
    """Each answer of the platform's that came with a page."""
    for text in SCRIPT.findall(page or ''):
        if '"result"' not in text:
            continue
        try:
            waiting = [json.loads(text)]
        except ValueError:
            continue
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting.extend(reversed(value))
            elif isinstance(value, dict):
                data = traverse_obj(value, ('__bbox', 'result', 'data', {dict}))
                if data:
                    yield data
                else:
                    waiting.extend(reversed(value.values()))


def photo(media):
    """A photo as `post_media` has it, in its largest size; None: it is none."""
    if not isinstance(media, dict) or media.get('__typename') != 'Photo' or not media.get('id'):
        return None
    sizes = traverse_obj(media, (SIZES, {
        'url': ('uri', {url_or_none}), 'width': ('width', {int_or_none}), 'height': ('height', {int_or_none}),
    }))
    known = [size for size in sizes if size.get('url')]
    if not known:
        return None
    return {'type': 'photo', 'id': str(media['id']), **max(known, key=lambda size: (size.get('width') or 0) * (size.get('height') or 0))}


def shown(media):
    """A photo or a video of a post; None: neither."""
    if isinstance(media, dict) and media.get('__typename') == 'Video' and media.get('id'):
        picture = traverse_obj(media, (('thumbnailImage', 'image', ('preferred_thumbnail', 'image')), 'uri', {url_or_none}, any))
        return picture and {'type': 'video', 'id': str(media.get('videoId') or media['id']), 'url': picture}
    return photo(media)


def nodes_of(collection):
    return traverse_obj(collection, ('media', 'edges', ..., 'node', {dict}))


def album_of(page):
    """The set of photos that a page is of; None: it is of none."""
    for data in answers(page):
        for album in traverse_obj(data, (('album', 'mediaset', ('node', ('album', 'mediaset'))), {dict})):
            if nodes_of(album):
                return album
    return None


def owner_of(holder):
    owner = traverse_obj(holder, (('owner', ('actors', 0)), {dict}, any)) or {}
    return {'uploader': owner.get('name'), 'uploader_id': str_or_none(owner.get('id'))}


class FacebookIE(facebook.FacebookIE):
    def _extract_from_url(self, url, video_id):
        page = self._download_webpage(url.replace('://m.facebook.com/', '://www.facebook.com/'), video_id)
        node = next(filter(None, (traverse_obj(data, ('node', {dict})) for data in answers(page))), None)
        story = traverse_obj(node, ('comet_sections', 'content', 'story', {dict}))
        media = self._media_of(story, video_id)
        types = {one['type'] for one in media}
        if types == {'photo'}:
            text = traverse_obj(story, (('message', ('comet_sections', 'message', 'story', 'message')), 'text', {str}, any))
            return {'id': video_id, 'title': text, 'formats': [], 'post_media': media, **owner_of(node)}
        self._page = page
        info = super()._extract_from_url(url, video_id)
        return {**info, 'post_media': media} if 'photo' in types else info

    def _media_of(self, story, video_id):
        attachments = traverse_obj(story, ((None, 'attached_story'), 'attachments', ..., 'styles', 'attachment', {dict}))
        media = []
        for attachment in attachments:
            several = traverse_obj(attachment, ('all_subattachments', 'nodes', ..., 'media', {dict}))
            count = traverse_obj(attachment, ('all_subattachments', 'count', {int_or_none})) or 0
            if count > len(several):
                several = self._rest_of(attachment, several, video_id)
            media += several or [attachment.get('media')]
        return [one for one in map(shown, media) if one]

    def _rest_of(self, attachment, several, video_id):
        """A post shows the first five; all that it has is a set of its own."""
        token = traverse_obj(attachment, ('mediaset_token', {str}))
        if not token:
            return several
        page = self._download_webpage(SET_PAGE % token, video_id, fatal=False)
        more = nodes_of(album_of(page or ''))
        known = {one.get('id') for one in several}
        # Those of the post have larger sizes.
        return several + [one for one in more if one.get('id') not in known]

    def _download_webpage(self, url_or_request, video_id, *args, **kwargs):
        # The page was read to see whether it shows photos: yt-dlp need not ask for it again.
        page, self._page = getattr(self, '_page', None), None
        return page if page is not None else super()._download_webpage(url_or_request, video_id, *args, **kwargs)


class FacebookPhotoIE(InfoExtractor):
    """The page of one photo. A video has one among the photos, too."""
    IE_NAME = 'facebook:photo'
    _VALID_URL = r'https?://(?:[\w-]+\.)?facebook\.com/photo(?:/|\.php)?\?(?:[^#]*?&)?fbid=(?P<id>\d+)'

    def _real_extract(self, url):
        photo_id = self._match_id(url)
        page = self._download_webpage(PHOTO_PAGE % photo_id, photo_id)
        for data in answers(page):
            for media in traverse_obj(data, (('currMedia', ('mediaset', 'currMedia', 'edges', ..., 'node')), {dict})):
                found = photo(media)
                if found and found['id'] == photo_id:
                    text = traverse_obj(media, (('message', ('creation_story', 'message')), 'text', {str}, any))
                    return {
                        'id': photo_id, 'title': text, 'formats': [], 'post_media': [found], **owner_of(media),
                        'timestamp': traverse_obj(media, ('created_time', {int_or_none})),
                    }
        return self.url_result(WATCH_PAGE % photo_id, 'Facebook', photo_id)


class FacebookAlbumIE(InfoExtractor):
    """An album, as a list of the pages of its photos: the list has them small."""
    IE_NAME = 'facebook:album'
    _VALID_URL = r'https?://(?:[\w-]+\.)?facebook\.com/media/set/?\?(?:[^#]*?&)?set=(?P<id>[\w.-]+)'

    def _real_extract(self, url):
        album_id = self._match_id(url)
        page = self._download_webpage(SET_PAGE % album_id, album_id)
        album = album_of(page)
        if not album:
            if re.search(r'id="(?:login_form|loginbutton)"', page):
                self.raise_login_required()
            raise ExtractorError('Cannot parse data')
        reading = self.get_param('reading')
        reading.total = traverse_obj(album, (('media', None), ('count', 'media_count'), {int_or_none}, any))
        for node in nodes_of(album):
            found = shown(node)
            if found:
                where = WATCH_PAGE if found['type'] == 'video' else PHOTO_PAGE
                picture = {key: found[key] for key in ('url', 'width', 'height') if found.get(key)}
                reading.add(self.url_result(where % found['id'], video_id=found['id'], thumbnails=[picture], media_type=found['type']))
        title = traverse_obj(album, (('title', 'message'), 'text', {str}, any)) or traverse_obj(album, ('name', {str}))
        return self.playlist_result(reading.entries, album_id, title, **owner_of(album))
