const MAX_LENGTH = 2048;

/** Addresses of any scheme, and host names that go on with a path. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/\S*|\b[\w-]+(?:\.[\w-]+)+[/?]\S*/gi;

/** Keeps the end of what a program wrote, for the log: at most 2 KB in one line, without control characters and addresses. */
export function createStderrTail(): { add(text: string): void; text(): string } {
  let kept = '';
  return {
    add(text) {
      kept += text;
      if (kept.length <= MAX_LENGTH) return;
      // The first word may have lost its beginning, and an address without its scheme would not be known as one.
      kept = kept.slice(-MAX_LENGTH).replace(/^\S*/, '');
    },
    text: () =>
      kept
        .replace(/[\p{C}\s]+/gu, ' ')
        .replace(ADDRESS, '[address]')
        .trim(),
  };
}
