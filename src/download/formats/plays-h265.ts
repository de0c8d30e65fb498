import { useSyncExternalStore } from 'react';

/** H.265 as platforms have it: main profile, at the level of 720p with 30 pictures a second (ISO/IEC 14496-15, annex E). */
const H265 = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

let known: boolean | undefined;

/** Whether this device plays H.265, as its browser tells. In the browser only. */
export function playsH265(): boolean {
  return (known ??= document.createElement('video').canPlayType(H265) === 'probably');
}

/** The same while a page is rendered; the server does not know, and says no. */
export function usePlaysH265(): boolean {
  return useSyncExternalStore(
    () => () => {},
    playsH265,
    () => false,
  );
}
