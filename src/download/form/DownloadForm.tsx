import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { findLinks, type FoundLink } from '#/model/links/links.ts';
import type { Platform } from '#/model/platform.ts';
import { afterPaint } from '#/site/browser/after-paint.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import classes from './DownloadForm.module.css';
import { showHeld } from './early-acts.ts';
import { fieldProblem, wholeOf } from './form-values.ts';
import { LinkChips } from './LinkChips.tsx';
import { ModeAndSubmit } from './ModeAndSubmit.tsx';
import { type Mode, rememberMode } from './mode.ts';
import { useFormCommands } from './use-form-commands.ts';
import { useLinkField } from './use-link-field.ts';

type DownloadFormProps = {
  /** The platform of the page; a link of another one is served and said. */
  platform?: Platform | undefined;
  /** Asked by the page's address. */
  mode?: Mode | undefined;
  /** There are results, whose buttons lead on until there is another link. */
  isAside?: boolean;
  isBusy: boolean;
  onSubmit: (links: FoundLink[], mode: Mode) => void;
  /** Another mode was chosen. */
  onMode?: (mode: Mode) => void;
};

/** The field that takes one link or many, or a text with links in it. Without JavaScript it is a plain form that asks for `?u=`. */
export function DownloadForm({ platform, mode: asked, isAside = false, isBusy, onSubmit, onMode }: DownloadFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // What a key has changed elsewhere than where the focus is.
  const [said, announce] = useAnnouncement();
  const { form, whole, add, gather, write, release, clear, takeBack, separate } = useLinkField(field, asked);
  const { held, text, mode } = form.values;
  // In the page's language, which may have changed since it was found.
  const problem = form.errors['text'] && fieldProblem({ held, text });

  const send = form.onSubmit(({ mode: chosen, ...submitted }) => {
    // First, so that the form has its last height when the answer is brought into view.
    form.setValues({ held: [], text: '', mode: chosen });
    onSubmit(findLinks(wholeOf(submitted)), chosen);
  });
  const isSending = useRef(false);
  /** What is wrong is said at once; else the button answers first, since on a slow phone all that comes of it takes some frames. */
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isSending.current) return;
    if (fieldProblem(form.getValues()) !== undefined) return send();
    isSending.current = true;
    showHeld(field.current?.form, true);
    afterPaint(() => {
      isSending.current = false;
      send();
      showHeld(field.current?.form, false);
    });
  };

  const choose = (chosen: Mode) => {
    form.setFieldValue('mode', chosen);
    rememberMode(chosen);
    onMode?.(chosen);
  };
  const commands = useFormCommands(field, { add, gather, choose, announce });

  // Enter sends, as in a one-line field; with Shift it makes a new line.
  const sendOnEnter = (event: KeyboardEvent) => {
    takeBack(event);
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const links = findLinks(whole);
  // What is typed says what is wrong with it while it is typed; a link that goes on is none yet.
  const typed = held.length > 0 ? findLinks(text) : links;
  const unsupported = typed.filter(({ problem: fault }) => fault === 'unsupported_host');
  const inBox = (input: ReactNode) => (
    <div className={classes.box}>
      {held.length > 0 && <LinkChips links={held} onRemove={release} />}
      {input}
    </div>
  );
  const [found, ...others] = links;
  const foreign = others.length === 0 && platform && found?.platform !== platform && found?.platform;
  return (
    <>
      <form className={classes.form} method="get" onSubmit={submit} noValidate data-busy={isBusy || undefined}>
        <div className={classes.row}>
          <Textarea
            {...form.getInputProps('text')}
            ref={field}
            name="u"
            id="links"
            className={classes.field}
            classNames={{ input: classes.input, error: classes.error }}
            label={m.download_field_label()}
            labelProps={{ className: 'spoken' }}
            // Something has to be there for `:placeholder-shown`.
            placeholder={held.length > 0 ? ' ' : m.download_field_placeholder()}
            inputContainer={inBox}
            onChange={write}
            rows={Math.min(Math.max(1, text.split('\n').length), 8)}
            inputMode="url"
            enterKeyHint="go"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            error={problem ?? (commands.isClipboardRefused && m.download_paste_refused())}
            errorProps={{ role: 'alert' }}
            onKeyDown={sendOnEnter}
            onPaste={separate}
          />
          <Button className={classes.side} name="paste" variant="default" onClick={whole ? clear : commands.paste}>
            {whole ? m.download_clear() : m.download_paste()}
          </Button>
        </div>
        <div className={classes.line} aria-hidden="true" />
        <ModeAndSubmit mode={mode} onChoose={choose} isPrimary={!isAside || whole !== ''} />
        <button
          type="button"
          name="keys"
          className={`fine-print ${classes.keys}`}
          onClick={commands.showKeys}
          aria-haspopup="dialog"
        >
          {m.download_keys()}
        </button>
        <output className="spoken">{said}</output>
        {unsupported.map(({ link, problem: fault }) => (
          <p key={link} className="secondary">
            <bdi>{link}</bdi> {fault && FAILURE_TEXT[fault].title()}
          </p>
        ))}
        {foreign && <p className="secondary">{m.download_other_platform({ platform: platforms[foreign].name })}</p>}
      </form>
      {commands.isHeldOver && <output className={classes.drop}>{m.download_drop()}</output>}
      {commands.Keys && <commands.Keys onClose={commands.closeKeys} />}
    </>
  );
}
