import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHydrated } from '@tanstack/react-router';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
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
import { afterPaint } from '#/site/browser/after-paint.ts';
import { readClipboard } from '#/site/browser/clipboard.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import classes from './DownloadForm.module.css';
import { LinkChips } from './LinkChips.tsx';
import { type EarlyAct, showHeld, takeEarlyActs } from './early-acts.ts';
import { showFilled, useExample } from './example.ts';
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

/** What the button does in each mode. All of them stand in it, and the style sheet shows one: a mode changes it without any code. */
const SUBMIT_LABEL: Record<Mode, () => string> = {
  video: m.download_submit,
  audio: m.download_submit_audio,
  muted: m.download_submit_muted,
  subtitles: m.download_submit_subtitles,
  images: m.download_submit_images,
};

/** All that is in the field, as text. */
const Whole = v.pipe(
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
);

type FormValues = {
  /** Links that were pasted: they stand in the field as chips. */
  held: readonly FoundLink[];
  /** What is written behind them. */
  text: string;
  mode: Mode;
};

function wholeOf({ held, text }: Pick<FormValues, 'held' | 'text'>): string {
  return [...held.map(({ link }) => link), text].filter((part) => part.trim() !== '').join('\n');
}

/** What is wrong with it, in the page's language; undefined: nothing. */
function problemOf(values: Pick<FormValues, 'held' | 'text'>): string | undefined {
  return v.safeParse(Whole, wholeOf(values)).issues?.[0].message;
}

/** Of fewer characters that come at once nobody would say that they were pasted. */
const PASTED_LENGTH = 8;

/** Whether what changed the field is a whole: a paste that no paste event told of, as of phones' keyboards, or the blank behind a link. */
function endsLink({ nativeEvent: event }: ChangeEvent): boolean {
  if (!(event instanceof InputEvent) || event.isComposing) return false;
  const { inputType, data } = event;
  if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop' || inputType === 'insertLineBreak') return true;
  return inputType === 'insertText' && (data === ' ' || (data?.length ?? 0) >= PASTED_LENGTH);
}

type DownloadFormProps = {
  /** The platform of the page; a link of another one is served and said. */
  platform?: Platform | undefined;
  /** Asked by the page's address. */
  mode?: Mode | undefined;
  isBusy: boolean;
  onSubmit: (links: FoundLink[], mode: Mode) => void;
  /** Another mode was chosen. */
  onMode?: (mode: Mode) => void;
};

/** The field that takes one link or many, or a text with links in it. Without JavaScript it is a plain form that asks for `?u=`. */
export function DownloadForm({ platform, mode: asked, isBusy, onSubmit, onMode }: DownloadFormProps) {
  const isHydrated = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [clipboardRefused, setClipboardRefused] = useState(false);
  const [Keys, setKeys] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  // What a key has changed elsewhere than where the focus is.
  const [said, announce] = useAnnouncement();
  const form = useForm<FormValues>({
    // As the server has it first; the server knows nothing of who looks at the page.
    initialValues: isHydrated
      ? { held: [], text: unsentText(), mode: modeFor(asked) }
      : { held: [], text: '', mode: asked ?? 'video' },
    validate: { text: (_, values) => problemOf(values) },
  });
  const { held, text, mode } = form.values;
  const whole = wholeOf({ held, text });
  const links = findLinks(whole);
  const { setFieldValue } = form;
  useEffect(() => keepUnsentText(whole), [whole]);
  // In the page's language, which may have changed since it was found.
  const problem = form.errors['text'] && problemOf({ held, text });

  // What was written and chosen before this code was there stands in the page.
  const adopt = useEffectEvent(() => {
    const own = field.current?.form;
    showHeld(own, false);
    const chosen = own?.querySelector<HTMLInputElement>('input[name="mode"]:checked')?.value;
    form.setValues({
      held: [],
      text: field.current?.value || unsentText(),
      mode: isMode(chosen) ? chosen : modeFor(asked),
    });
  });
  useLayoutEffect(() => adopt(), []);

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
    if (problemOf(form.getValues()) !== undefined) return send();
    isSending.current = true;
    showHeld(field.current?.form, true);
    afterPaint(() => {
      isSending.current = false;
      send();
      showHeld(field.current?.form, false);
    });
  };

  const choose = (chosen: Mode) => {
    setFieldValue('mode', chosen);
    rememberMode(chosen);
    onMode?.(chosen);
  };
  /** What is recognised becomes chips; text without a link stays, so that it can be mended. */
  const add = (pasted: string) =>
    form.setValues((before) => {
      const { held: known = [], text: written = '' } = before;
      const joined = written.trim() ? `${written.trim()}\n${pasted}` : pasted;
      if (findLinks(pasted).length === 0) return { text: joined };
      const isLeft = written.trim() !== '' && findLinks(written).length === 0;
      return { held: findLinks(wholeOf({ held: known, text: joined })), text: isLeft ? written : '' };
    });
  const write = (event: ChangeEvent<HTMLTextAreaElement>) => {
    const { value } = event.currentTarget;
    if (!endsLink(event) || findLinks(value).length === 0) return setFieldValue('text', value);
    form.setValues({ held: findLinks(wholeOf({ held, text: value })), text: '' });
  };
  const release = (link: string) => {
    setFieldValue(
      'held',
      held.filter((one) => one.link !== link),
    );
    field.current?.focus();
  };
  const clear = () => form.setValues({ held: [], text: '' });
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
    example: () => form.setValues((now) => ({ held: findLinks(now.text ?? ''), text: '' })),
  };
  const carryOut = useEffectEvent(() => {
    const { acts, keys } = takeEarlyActs();
    for (const act of acts) early[act]();
    for (const key of keys) carryOutShortcut(key, onShortcut);
  });
  useEffect(() => carryOut(), []);
  const isHeldOver = useDrop(addAndSend);
  useExample((link) => {
    flushSync(() => add(link));
    announce(link);
    showFilled(field.current?.form);
  });

  /** Into the empty field, the last link comes back as text, to be mended. */
  const takeBack = (event: KeyboardEvent) => {
    const last = held.at(-1);
    if (event.key !== 'Backspace' || text !== '' || !last) return;
    event.preventDefault();
    form.setValues({ held: held.slice(0, -1), text: last.link });
  };
  // Enter sends, as in a one-line field; with Shift it makes a new line.
  const sendOnEnter = (event: KeyboardEvent) => {
    takeBack(event);
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const separate = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!text.trim() && findLinks(pasted).length === 0) return;
    event.preventDefault();
    add(pasted);
  };

  // What is typed says what is wrong with it while it is typed; a link that goes on is none yet.
  const written = findLinks(text).filter(({ problem: fault }) => fault === 'unsupported_host');
  const inBox = (input: ReactNode) => (
    <div className={classes.box}>
      {held.length > 0 && <LinkChips links={held} onRemove={release} />}
      {input}
    </div>
  );
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
            error={problem ?? (clipboardRefused && m.download_paste_refused())}
            errorProps={{ role: 'alert' }}
            onKeyDown={sendOnEnter}
            onPaste={separate}
          />
          <Button
            className={classes.side}
            name="paste"
            variant="default"
            onClick={whole ? clear : () => void paste(add)}
          >
            {whole ? m.download_clear() : m.download_paste()}
          </Button>
        </div>
        <div className={classes.line} aria-hidden="true" />
        <div className={classes.go}>
          <fieldset className={`segments ${classes.modes}`} aria-label={m.download_mode_label()}>
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
          <Button className={classes.submit} classNames={{ label: classes.submitLabel }} type="submit">
            {MODES.map((option) => (
              <span key={option} data-mode={option} data-on={mode === option || undefined}>
                {SUBMIT_LABEL[option]()}
              </span>
            ))}
          </Button>
        </div>
        <button
          type="button"
          name="keys"
          className={`fine-print ${classes.keys}`}
          onClick={() => void showKeys()}
          aria-haspopup="dialog"
        >
          {m.download_keys()}
        </button>
        <output className="spoken">{said}</output>
        {written.map(({ link, problem: fault }) => (
          <p key={link} className="secondary">
            <bdi>{link}</bdi> {fault && FAILURE_TEXT[fault].title()}
          </p>
        ))}
        {foreign && <p className="secondary">{m.download_other_platform({ platform: platforms[foreign].name })}</p>}
      </form>
      {isHeldOver && <output className={classes.drop}>{m.download_drop()}</output>}
      {Keys && <Keys onClose={() => setKeys(null)} />}
    </>
  );
}
