"""Lists of entries: playlists, tabs of channels, albums. One is read from an entry on, and no further than an answer needs."""

# With so many more the next page of the platform's is not asked for: YouTube gives 100 entries of a playlist at a time, of a tab some 30.
ENOUGH = 25
# Entries of a mix that are read from the one that is wanted on: it has no end.
MIX_PAGE = 50
# Far above what any post shows, or a platform tells of a list at a time: reading an answer must hold up nobody.
MOST_ENTRIES = 1000


class Reading:
    """How far a list was read. A `mark` is where it can be gone on with: the entry that comes next, and what its page is asked for by."""

    def __init__(self, job):
        begin = job.get('begin') or {}
        self.wanted = job.get('from') or 1
        self.first = self.end = begin.get('entry') or 1
        self.token, self.visitor = begin.get('token'), begin.get('visitor')
        self.entries, self.marks = [], []
        self.next = self.total = self.tabs = self.tab = None

    def add(self, entry):
        self.entries.append(entry)
        self.end += 1

    def goes_on(self, token, visitor):
        """Whether the page that comes next is to be asked for. What lies before the one with the entry that is wanted is dropped."""
        self.marks.append({'entry': self.end, 'token': token, 'visitor': visitor})
        if self.end - self.wanted >= ENOUGH:
            self.next = self.end
            return False
        if self.end <= self.wanted:
            self.entries, self.first = [], self.end
        return True

    def is_filled(self):
        """Whether a list without marks was read far enough."""
        self.next = self.end if self.end - self.wanted >= MIX_PAGE else None
        return self.next is not None

    def broke_off(self):
        """The page that was asked for is none: it is no end, and may be there another time."""
        self.next = self.end

    def told(self):
        return {
            'first': self.first, 'next': self.next, 'total': self.total, 'marks': self.marks, 'tabs': self.tabs or [], 'tab': self.tab,
        }
