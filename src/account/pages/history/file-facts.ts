/** What a file was, as far as its name tells: `MP4`, and `1080p` or `192k`. */
type FileFacts = { container: string | null; quality: string | null };

/** As src/server/transfer/file-name.ts puts them: `… (1080p).mp4`, `…-1080p.mp4`, and a language or a part of the film behind it. */
const CONTAINER = /\.([a-z0-9]{2,5})$/i;
const QUALITY = /[ (-](\d{2,4}[pk])(?:[ -][^()]*)?\)?\.[a-z0-9]{2,5}$/i;

/** @param name of a file that this site gave; null: it is not known */
export function fileFacts(name: string | null): FileFacts {
  return {
    container: (name && CONTAINER.exec(name)?.[1]?.toUpperCase()) || null,
    quality: (name && QUALITY.exec(name)?.[1]) || null,
  };
}
