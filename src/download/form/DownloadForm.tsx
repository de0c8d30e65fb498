import { Button, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useHydrated } from '@tanstack/react-router';
import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { limits, platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { findLinks, type FoundLink } from '#/model/links/links.ts';
import type { Platform } from '#/model/platform.ts';
import { readClipboard } from '#/site/browser/clipboard.ts';
import classes from './DownloadForm.module.css';
import { LinkChips } from './LinkChips.tsx';
import { type EarlyAct, takeEarlyActs } from './early-acts.ts';
import { isMode, type Mode, modeFor, MODES, rememberMode } from './mode.ts';
import { keepUnsentText, unsentText } from './unsent-text.ts';
import type { Shortcut } from '../keyboard/shortcuts.ts';
import { useAnnouncement } from '../workspace/use-announcement.ts';
import { useDrop } from './use-drop.ts';
import { carryOutShortcut, useShortcuts } from '../keyboard/use-shortcuts.ts';

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

type DownloadFormProps = {
  /** The platform of the page; a link of another one is served and said. */
  platform?: Platform | undefined;
  /** Asked by the page's address. */
  mode?: Mode | undefined;
  isBusy: boolean;
  onSubmit: (links: FoundLink[], mode: Mode) => void;
};

/** The field that takes one link or many, or a text with links in it. Without JavaScript it is a plain form that asks for `?u=`. */
export function DownloadForm({ platform, mode: asked, isBusy, onSubmit }: DownloadFormProps) {
  const isHydrated = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [clipboardRefused, setClipboardRefused] = useState(false);
  const [Keys, setKeys] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  // What a key has changed elsewhere than where the focus is.
  const [said, announce] = useAnnouncement();
  const form = useForm<v.InferOutput<typeof FormValues>>({
    // As the server has it first; the server knows nothing of who looks at the page.
    initialValues: isHydrated ? { text: unsentText(), mode: modeFor(asked) } : { text: '', mode: asked ?? 'video' },
    validate: schemaResolver(FormValues, { sync: true }),
  });
  const { text, mode } = form.values;
  const links = findLinks(text);
  const { setFieldValue } = form;
  useEffect(() => keepUnsentText(text), [text]);
  // In the page's language, which may have changed since it was found.
  const problem = form.errors['text'] && v.safeParse(FormValues.entries.text, text).issues?.[0].message;

  // What was written and chosen before this code was there stands in the page.
  const adopt = useEffectEvent(() => {
    const own = field.current?.form;
    const chosen = own?.querySelector<HTMLInputElement>('input[name="mode"]:checked')?.value;
    form.setValues({ text: field.current?.value || unsentText(), mode: isMode(chosen) ? chosen : modeFor(asked) });
  });
  useLayoutEffect(() => adopt(), []);

  const submit = form.onSubmit(({ text: submitted, mode: chosen }) => {
    onSubmit(findLinks(submitted), chosen);
    form.setValues({ text: '', mode: chosen });
  });

  const choose = (chosen: Mode) => {
    setFieldValue('mode', chosen);
    rememberMode(chosen);
  };
  const add = (pasted: string) =>
    setFieldValue('text', (before) => (before.trim() ? `${before.trim()}\n${pasted}` : pasted));
  /** As if it had been pasted and sent, so that what is wrong with it is said. */
  const addAndSend = (pasted: string) => {
    flushSync(() => add(pasted));
    field.current?.form?.requestSubmit();
  };
  const paste = async (take: (pasted: string) => void) => {
    const pasted = await readClipboard();
    setClipboardRefused(pasted === null);
    if (pasted !== null) take(pasted);
    field.current?.focus();
  };

  const showKeys = async () => {
    const { KeysDialog } = await import('../keyboard/KeysDialog.tsx');
    setKeys(() => KeysDialog);
  };
  const onShortcut = (shortcut: Shortcut) => {
    if (shortcut.does === 'field') field.current?.focus();
    if (shortcut.does === 'paste') void paste(addAndSend);
    if (shortcut.does === 'list') void showKeys();
    if (shortcut.does === 'mode') {
      choose(shortcut.mode);
      announce(MODE_LABEL[shortcut.mode]());
    }
  };
  useShortcuts(onShortcut);
  const early: Record<EarlyAct, () => void> = {
    submit: () => field.current?.form?.requestSubmit(),
    paste: () => void paste(add),
    keys: () => void showKeys(),
  };
  const carryOut = useEffectEvent(() => {
    const { acts, keys } = takeEarlyActs();
    for (const act of acts) early[act]();
    for (const key of keys) carryOutShortcut(key, onShortcut);
  });
  useEffect(() => carryOut(), []);
  const isHeldOver = useDrop(addAndSend);

  // Enter sends, as in a one-line field; with Shift it makes a new line.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const separate = (event: ClipboardEvent) => {
    if (!text.trim()) return;
    event.preventDefault();
    add(event.clipboardData.getData('text'));
  };

  const foreign = links.find((link) => platform && link.platform && link.platform !== platform)?.platform;
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
            labelProps={{ className: classes.label }}
            placeholder={m.download_field_placeholder()}
            rows={Math.min(Math.max(1, text.split('\n').length), 8)}
            inputMode="url"
            enterKeyHint="go"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            error={problem ?? (clipboardRefused && m.download_paste_refused())}
            errorProps={{ role: 'alert' }}
            onKeyDown={sendOnEnter}
            onPaste={separate}
          />
          <Button
            className={classes.side}
            name="paste"
            variant="default"
            onClick={text ? () => setFieldValue('text', '') : () => void paste(add)}
          >
            {text ? m.download_clear() : m.download_paste()}
          </Button>
          <Button className={classes.submit} type="submit">
            {isBusy ? m.download_submitting() : m.download_submit()}
          </Button>
        </div>
        <div className={classes.line} aria-hidden="true" />
        <div className={classes.options}>
          <fieldset className={classes.modes}>
            <legend className={classes.legend}>{m.download_mode_label()}</legend>
            {MODES.map((option) => (
              <label key={option} className={classes.mode}>
                <input
                  type="radio"
                  name="mode"
                  value={option}
                  checked={mode === option}
                  onChange={() => choose(option)}
                />
                <span>{MODE_LABEL[option]()}</span>
              </label>
            ))}
          </fieldset>
          <button
            type="button"
            name="keys"
            className={classes.keys}
            onClick={() => void showKeys()}
            aria-haspopup="dialog"
          >
            {m.download_keys()}
          </button>
        </div>
        <output className={classes.label}>{said}</output>
        {links.length > 0 && <LinkChips links={links} />}
        {foreign && <p className={classes.note}>{m.download_other_platform({ platform: platforms[foreign].name })}</p>}
      </form>
      {isHeldOver && <output className={classes.drop}>{m.download_drop()}</output>}
      {Keys && <Keys onClose={() => setKeys(null)} />}
    </>
  );
}
