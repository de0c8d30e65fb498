import { m } from '#/language/paraglide/messages.js';
import {
  CODEC_NAMES,
  CONVERSIONS,
  IMAGE_CONTAINERS,
  MERGED_CODECS,
  SUBTITLE_CONTAINERS,
} from '#/model/media/codecs.ts';
import { DocumentTable } from './DocumentTable.tsx';

type Row = { container: string; codecs: readonly string[] };

const named = (codecs: readonly string[]) => [...new Set(codecs.map((codec) => CODEC_NAMES[codec] ?? codec))];

const films: Row[] = Object.entries(MERGED_CODECS).map(([container, { video, audio }]) => ({
  container,
  codecs: named([...video, ...audio]),
}));
const sounds: Row[] = [
  // Sound of a film by itself is in a file of its own kind.
  { container: 'm4a', codecs: named(['aac']) },
  { container: 'webm', codecs: named(['opus']) },
  ...Map.groupBy(CONVERSIONS, ({ container }) => container)
    .entries()
    .map(([container, made]) => ({ container, codecs: named(made.map(({ codec }) => codec)) })),
];
/** No codecs are in them, so that they stand in one row. */
const plain = (containers: readonly string[]): Row[] => [{ container: containers.join(', '), codecs: [] }];

/** What there may be to take away, by what it is: its kinds of files, and the codecs that may be in them. */
export function FormatList() {
  const groups = [
    [m.download_mode_video(), films],
    [m.download_group_audio(), sounds],
    [m.download_group_images(), plain(IMAGE_CONTAINERS)],
    [m.download_group_subtitles(), plain(SUBTITLE_CONTAINERS)],
  ] as const;
  return (
    <DocumentTable>
      <thead>
        <tr>
          <th scope="col">{m.download_mode_label()}</th>
          <th scope="col">{m.content_file_type()}</th>
          <th scope="col">{m.content_codecs()}</th>
        </tr>
      </thead>
      {groups.map(([name, rows]) => (
        <tbody key={name}>
          {rows.map(({ container, codecs }, place) => (
            <tr key={container}>
              {place === 0 && (
                <th scope="rowgroup" rowSpan={rows.length}>
                  {name}
                </th>
              )}
              <td>{container.toUpperCase()}</td>
              <td>{codecs.join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </DocumentTable>
  );
}
