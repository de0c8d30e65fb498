import { Button } from '@mantine/core';
import { FileButton } from '#/download/formats/FileButton.tsx';
import { KeepButton } from '#/download/formats/KeepButton.tsx';
import { AnotherLink } from '#/download/form/AnotherLink.tsx';
import { m } from '#/language/paraglide/messages.js';
import { FILM } from '../data.ts';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';

const VARIANTS = [
  ['primary', 'filled'],
  ['secondary', 'default'],
  ['quiet', 'subtle'],
] as const;
const SIZES = ['md', 'sm', 'compact-md'] as const;
const DOWNLOAD = { formatId: 'v1080', summary: 'MP4 · 1080p', query: {} };

/** Every kind of button in every state. */
export function ButtonSpecimens() {
  const nothing = () => {};
  const [, film] = FILM.media.formats;
  return (
    <SpecimenGroup name="buttons">
      {VARIANTS.map(([name, variant]) =>
        SIZES.map((size) => (
          <Specimen key={`${name} ${size}`} name={`${name}, ${size}`}>
            <Button variant={variant} size={size}>
              {m.download_submit()}
            </Button>{' '}
            <Button variant={variant} size={size} disabled>
              {m.download_submit()}
            </Button>
          </Specimen>
        )),
      )}
      {VARIANTS.map(([name, variant]) => (
        <Specimen key={name} name={`danger, ${name}`}>
          <Button variant={variant} color="danger">
            {m.download_remove()}
          </Button>
        </Specimen>
      ))}
      <Specimen name="loading">
        <Button loading>{m.download_submit()}</Button>
      </Specimen>
      <Specimen name="file">
        <FileButton links={FILM.links} download={DOWNLOAD} onDownload={nothing}>
          {m.download_format()}
        </FileButton>
      </Specimen>
      <Specimen name="another link">
        <AnotherLink>{m.download_another()}</AnotherLink>
      </Specimen>
      {film && (
        <Specimen name="keep">
          <KeepButton format={film} download={DOWNLOAD} onDownload={nothing} />
        </Specimen>
      )}
    </SpecimenGroup>
  );
}
