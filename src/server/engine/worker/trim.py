"""What the parent needs of an info dict, and nothing else: infos hold megabytes that nobody reads."""

INFO = (
    '_type', 'id', 'title', 'description', 'uploader', 'uploader_id', 'uploader_url', 'channel', 'channel_url', 'duration', 'timestamp',
    'upload_date', 'thumbnail', 'url', 'live_status', 'availability', 'chapters', 'playlist_count', 'language', 'section_start', 'extractor_key',
    'post_media', 'media_type', 'release_timestamp',
)
FORMAT = (
    'format_id', 'format_note', 'ext', 'protocol', 'url', 'vcodec', 'acodec', 'width', 'height', 'fps', 'tbr', 'vbr', 'abr', 'filesize',
    'filesize_approx', 'language', 'language_preference', 'dynamic_range', 'has_drm', 'http_headers', 'cookies', 'downloader_options',
    'available_at', 'preference',
)


STORYBOARD = ('width', 'height', 'fps', 'rows', 'columns', 'http_headers')
# What the transfer reads, and in which it likes a text best; the other syntaxes are the same once more.
SYNTAXES = ('vtt', 'srt', 'ttml', 'srv3', 'json3')


# Above what any film has (YouTube, of forty languages: some 400): reading an answer must hold up nobody. Worst first, as they come.
MOST_FORMATS = 600
MOST_TEXTS = 400
# Of chapters, and of what a post shows; of a film's storyboards (YouTube has four), and of the sheets of one (of twelve hours: some 200).
MOST_PARTS = 1000
MOST_STORYBOARDS = 50
MOST_SHEETS = 5000


def pick(source, keys):
    return {key: source[key] for key in keys if source.get(key) is not None}


def texts(tracks):
    return {language: best(choices) for language, choices in list((tracks or {}).items())[:MOST_TEXTS]}


def best(choices):
    """A language's texts in the best syntax there is; those in segments are a choice of their own, which the parent judges."""
    usable = [track for track in choices if track.get('ext') in SYNTAXES and track.get('url')]
    ranked = sorted(usable, key=lambda track: SYNTAXES.index(track['ext']))
    whole = [track for track in ranked if 'm3u8' not in (track.get('protocol') or '')]
    return [pick(track, ('ext', 'url', 'protocol', 'name')) for track in (whole or ranked)[:2]]


def storyboards(formats):
    boards = [f for f in formats if f.get('protocol') == 'mhtml' and f.get('fragments')]
    return [
        {**pick(f, STORYBOARD), 'fragments': [pick(sheet, ('url', 'duration')) for sheet in f['fragments'][:MOST_SHEETS]]}
        for f in boards[:MOST_STORYBOARDS]
    ]


def captions(tracks):
    """Speech recognition, in the language spoken first, which is marked `-orig` where there are translations too."""
    return texts(dict(sorted((tracks or {}).items(), key=lambda track: not track[0].endswith('-orig'))))


def trim(info):
    if info is None:
        return None
    kept = pick(info, INFO)
    kept.update({key: kept[key][:MOST_PARTS] for key in ('chapters', 'post_media') if isinstance(kept.get(key), list)})
    kept['thumbnails'] = [pick(t, ('url', 'width', 'height')) for t in (info.get('thumbnails') or [])[-6:]]
    if info.get('entries') is not None:
        kept['entries'] = [trim(entry) for entry in info['entries'] if entry]
        return kept
    formats = info.get('formats') or []
    played = [f for f in formats if f.get('protocol') != 'mhtml']
    sounds = [f for f in played if f.get('vcodec') == 'none']
    films = [f for f in played if f.get('vcodec') != 'none']
    kept['formats'] = [pick(f, FORMAT) for f in sounds[-MOST_FORMATS:] + films[-MOST_FORMATS:]]
    kept['storyboards'] = storyboards(formats)
    kept['subtitles'] = texts(info.get('subtitles'))
    kept['automatic_captions'] = captions(info.get('automatic_captions'))
    return kept
