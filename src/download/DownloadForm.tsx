import { Button, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { limits, platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { findLinks, type FoundLink } from '#/model/links.ts';
import type { Platform } from '#/model/platform.ts';
import classes from './DownloadForm.module.css';
import { LinkChips } from './LinkChips.tsx';
import type { Draft } from './first-interaction.ts';
import { type Mode, MODES, rememberMode } from './mode.ts';

const MODE_LABEL: Record<Mode, () => string> = {
  video: m.download_mode_video,
  audio: m.download_mode_audio,
  muted: m.download_mode_muted,
  subtitles: m.download_mode_subtitles,
  images: m.download_mode_images,
};

const FormValues = v.object({
  text: v.pipe(
    v.string(),
    v.check(
      (text) => text.trim() !== '',
      () => m.download_field_empty(),
    ),
    v.check(
      (text) => text.trim() === '' || findLinks(text).length > 0,
      () => m.failure_invalid_link_title(),
    ),
    v.check(
      (text) => findLinks(text).length <= limits.linksPerPaste,
      () => m.download_too_many({ limit: limits.linksPerPaste }),
    ),
  ),
  mode: v.picklist(MODES),
});

export type DownloadFormProps = {
  /** The platform of the page; a link of another one is served and said. */
  platform?: Platform | undefined;
  /** What the visitor did before this form took the place of the plain one. */
  draft: Draft;
  isBusy: boolean;
  onSubmit: (links: FoundLink[], mode: Mode) => void;
};

/** The field that takes one link or many, or a text with links in it. Without JavaScript it is a plain form that asks for `?u=`. */
export function DownloadForm({ platform, draft, isBusy, onSubmit }: DownloadFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [clipboardRefused, setClipboardRefused] = useState(false);
  const form = useForm<v.InferOutput<typeof FormValues>>({
    initialValues: { text: draft.text, mode: draft.mode },
    validate: schemaResolver(FormValues, { sync: true }),
  });
  const { text, mode } = form.values;
  const links = findLinks(text);
  const { setFieldValue } = form;

  // The plain form that stood here had the focus, or was sent.
  const { isFocused, isSubmitted } = draft;
  useEffect(() => {
    if (isFocused) field.current?.focus({ preventScroll: true });
    if (isSubmitted) field.current?.form?.requestSubmit();
  }, [isFocused, isSubmitted]);

  useEffect(() => {
    const focusField = (event: globalThis.KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, []);

  const submit = form.onSubmit(({ text: submitted, mode: chosen }) => {
    onSubmit(findLinks(submitted), chosen);
    form.setValues({ text: '', mode: chosen });
  });

  const paste = async () => {
    try {
      const pasted = await navigator.clipboard.readText();
      setClipboardRefused(false);
      setFieldValue('text', text.trim() ? `${text.trim()}\n${pasted}` : pasted);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setClipboardRefused(true);
    }
    field.current?.focus();
  };

  // Enter sends, as in a one-line field; with Shift it makes a new line.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const separate = (event: ClipboardEvent) => {
    if (!text.trim()) return;
    event.preventDefault();
    setFieldValue('text', `${text.trim()}\n${event.clipboardData.getData('text')}`);
  };

  const foreign = links.find((link) => platform && link.platform && link.platform !== platform)?.platform;
  return (
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
          labelProps={{ className: classes.label }}
          placeholder={m.download_field_placeholder()}
          rows={Math.min(Math.max(1, text.split('\n').length), 8)}
          inputMode="url"
          enterKeyHint="go"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          error={form.errors['text'] ?? (clipboardRefused && m.download_paste_refused())}
          onKeyDown={sendOnEnter}
          onPaste={separate}
        />
        <Button className={classes.side} variant="default" onClick={text ? () => setFieldValue('text', '') : paste}>
          {text ? m.download_clear() : m.download_paste()}
        </Button>
        <Button className={classes.submit} type="submit">
          {isBusy ? m.download_submitting() : m.download_submit()}
        </Button>
      </div>
      <div className={classes.line} aria-hidden="true" />
      <fieldset className={classes.modes}>
        <legend className={classes.legend}>{m.download_mode_label()}</legend>
        {MODES.map((option) => (
          <label key={option} className={classes.mode}>
            <input
              type="radio"
              name="mode"
              value={option}
              checked={mode === option}
              onChange={() => {
                setFieldValue('mode', option);
                rememberMode(option);
              }}
            />
            <span>{MODE_LABEL[option]()}</span>
          </label>
        ))}
      </fieldset>
      {links.length > 0 && <LinkChips links={links} />}
      {foreign && <p className={classes.note}>{m.download_other_platform({ platform: platforms[foreign].name })}</p>}
    </form>
  );
}
