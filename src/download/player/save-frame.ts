import { formatClock } from './clock.ts';
import { saveLink } from '../transfers/download-link.ts';

/** Longer names are cut by some systems, and then lose their extension. */
const MAX_TITLE_CHARACTERS = 80;

/** Saves the picture a player shows as a PNG named by title and time. Only of videos of this origin: others may not be read. */
export async function saveFrame(video: HTMLVideoElement, title: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  // A browser that has no memory left for it gives none.
  if (!picture) return;
  const address = URL.createObjectURL(picture);
  saveLink(address, frameName(title, video.currentTime));
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** `Title 1-23.5.png`: a colon is not allowed in file names on Windows. */
export function frameName(title: string, seconds: number): string {
  const characters = [...title.replace(/[\s<>:"/\\|?*\p{Cc}]+/gu, ' ').trim()];
  return `${characters.slice(0, MAX_TITLE_CHARACTERS).join('')} ${formatClock(seconds).replaceAll(':', '-')}.png`;
}
