import { type ReactNode, useEffect, useRef } from 'react';
import { DownloadForm } from '#/download/form/DownloadForm.tsx';
import { LinkChips } from '#/download/form/LinkChips.tsx';
import { MODES } from '#/download/form/mode.ts';
import { findLinks } from '#/model/links/links.ts';
import { NotFoundForm } from '#/site/pages/NotFoundForm.tsx';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};
const LINKS = [
  'https://www.youtube.com/watch?v=OKvideo0001',
  'https://www.tiktok.com/@river/video/7400000000000000001',
  'https://example.com/not-served',
];

/** The field of the site in each state, the tabs of its modes, and links in it. */
export function LinkFieldSpecimens() {
  const form = <DownloadForm isBusy={false} onSubmit={nothing} />;
  return (
    <SpecimenGroup name="link field">
      <Specimen name="empty" isWide>
        {form}
      </Specimen>
      <Specimen name="with links" isWide>
        <Filled text={LINKS.slice(0, 2).join('\n')}>{form}</Filled>
      </Specimen>
      <Specimen name="refused" isWide>
        <Filled text="no link at all" isSent>
          {form}
        </Filled>
      </Specimen>
      <Specimen name="reading" isWide>
        <DownloadForm isBusy onSubmit={nothing} />
      </Specimen>
      {MODES.slice(1).map((mode) => (
        <Specimen key={mode} name={`for ${mode}`} isWide>
          <DownloadForm mode={mode} isBusy={false} onSubmit={nothing} />
        </Specimen>
      ))}
      <Specimen name="chips" isWide>
        <LinkChips links={findLinks(LINKS.join('\n'))} onRemove={nothing} />
      </Specimen>
      <Specimen name="plain" isWide>
        <NotFoundForm />
      </Specimen>
    </SpecimenGroup>
  );
}

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;

/** The field inside as it is after somebody pasted a text, and maybe sent it. */
function Filled({ text, isSent = false, children }: { text: string; isSent?: boolean; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = root.current?.querySelector('textarea');
    if (!field || field.value === text) return;
    setValue?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    if (isSent) field.form?.requestSubmit();
  }, [text, isSent]);
  return <div ref={root}>{children}</div>;
}
