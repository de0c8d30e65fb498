import { useRef, useState } from 'react';
import { languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format } from '#/model/media.ts';
import classes from './Player.module.css';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

type Props = Pick<Resolved, 'media' | 'links'> & { format: Format };

/** The chosen media by our own video API, with the browser's controls. It starts when the visitor says so. */
export function Player({ media, format, links }: Props) {
  const [isImpossible, setImpossible] = useState(false);
  const element = useRef<HTMLVideoElement>(null);
  const inline = (id: string | null) => (id && links[id] ? `${links[id]}?inline=1` : undefined);
  const captions = media.formats.filter(({ kind, container }) => kind === 'subtitles' && container === 'vtt');
  const shared = {
    src: inline(format.id),
    controls: true,
    preload: 'metadata' as const,
    'aria-label': m.download_preview_label({ title: media.title }),
    onError: () => setImpossible(true),
    className: classes.media,
  };
  const tracks = captions.map(({ id, language, automatic }) => {
    const name = languageName(language ?? 'und');
    const label = automatic ? m.download_automatic({ language: name }) : name;
    return <track key={id} kind="captions" src={inline(id)} srcLang={language ?? undefined} label={label} />;
  });
  if (isImpossible) return <output>{m.download_preview_impossible()}</output>;
  return (
    <div className={classes.player}>
      <video {...shared} ref={element} poster={inline(media.thumbnailId)} playsInline>
        {tracks}
      </video>
      <label className={classes.speed}>
        {m.download_speed_label()}
        <select
          defaultValue={1}
          onChange={({ currentTarget }) => {
            if (element.current) element.current.playbackRate = Number(currentTarget.value);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed} ×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
