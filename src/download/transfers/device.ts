/** What somebody saves a file on. */
type Device = 'iphone' | 'android' | 'computer';

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** iPads call themselves Macs, which have no touch screens. */
export function deviceOf({ userAgent, maxTouchPoints }: Browser): Device {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'iphone';
  return /Android/.test(userAgent) ? 'android' : 'computer';
}

/** Keys that open the list of downloads, as the help pages of Chrome, Edge, Firefox and Safari name them. */
export function downloadKeys({ userAgent }: Pick<Browser, 'userAgent'>): string {
  const isFirefox = /Firefox\//.test(userAgent);
  if (!/Macintosh/.test(userAgent)) return isFirefox && /Linux/.test(userAgent) ? 'Ctrl+Shift+Y' : 'Ctrl+J';
  if (isFirefox) return '⌘J';
  return /Chrome\//.test(userAgent) ? '⇧⌘J' : '⌥⌘L';
}

/** Whether the photo library of an iPhone takes such a file. */
export function isForPhotos(fileName: string): boolean {
  return /\.(?:mp4|mov|m4v|jpe?g|png|gif|heic)$/i.test(fileName);
}
