import { m } from '#/language/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { QUALITIES } from './quality.ts';

const BEST = 'best';

/** One quality for many entries; each comes as near to it as it can. null: the best of each that plays everywhere. */
export function QualityChoice({
  quality,
  onChoose,
}: {
  quality: number | null;
  onChoose: (quality: number | null) => void;
}) {
  const options = [
    { value: BEST, label: m.download_quality_best() },
    ...QUALITIES.map((height) => ({ value: String(height), label: `${height}p` })),
  ];
  return (
    <Choice
      label={m.download_quality_all()}
      options={options}
      value={quality === null ? BEST : String(quality)}
      onChoose={(value) => onChoose(value === BEST ? null : Number(value))}
    />
  );
}
