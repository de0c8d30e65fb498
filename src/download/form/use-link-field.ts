import { useForm, type UseFormReturnType } from '@mantine/form';
import { useHydrated } from '@tanstack/react-router';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import { findLinks } from '#/model/links/links.ts';
import { showHeld } from './early-acts.ts';
import { endsLink, type DownloadFormValues, fieldProblem, wholeOf, withPasted } from './form-values.ts';
import { isMode, type Mode, modeFor } from './mode.ts';
import { keepUnsentText, unsentText } from './unsent-text.ts';

type LinkField = {
  form: UseFormReturnType<DownloadFormValues>;
  /** All that is in the field, as text. */
  whole: string;
  add: (pasted: string) => void;
  /** Makes chips of the links that are written. */
  gather: () => void;
  write: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  release: (link: string) => void;
  clear: () => void;
  /** Into the empty field, the last link comes back as text, to be mended. */
  takeBack: (event: KeyboardEvent) => void;
  separate: (event: ClipboardEvent) => void;
};

/** It is looked at in every way there is: without a scheme, it could be a word; of no platform, it could lead to one. */
const BARE_LINK = 'site.example/a';
/** Engines interpret an expression when it is first used, and compile it when it is used again. */
const USES_UNTIL_COMPILED = 3;

/** Uses all that links are read by, before there is a field that reads them: else its first key would wait until that is compiled. */
export function compileLinkRules(): void {
  for (let use = 0; use < USES_UNTIL_COMPILED; use++) findLinks(BARE_LINK);
}

/** What is in the form, and how the field turns what is written and pasted into links. `asked`: the mode in the page's address. */
export function useLinkField(field: RefObject<HTMLTextAreaElement | null>, asked: Mode | undefined): LinkField {
  const isHydrated = useHydrated();
  const form = useForm<DownloadFormValues>({
    // As the server has it first; the server knows nothing of who looks at the page.
    initialValues: isHydrated
      ? { held: [], text: unsentText(), mode: modeFor(asked) }
      : { held: [], text: '', mode: asked ?? 'video' },
    validate: { text: (_, values) => fieldProblem(values) },
  });
  const { held, text } = form.values;
  const whole = wholeOf({ held, text });
  const { setFieldValue } = form;
  useEffect(() => keepUnsentText(whole), [whole]);

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

  const add = (pasted: string) => form.setValues((before) => withPasted(before, pasted));
  return {
    form,
    whole,
    add,
    gather: () => form.setValues((now) => ({ held: findLinks(now.text ?? ''), text: '' })),
    write(event) {
      const { value } = event.currentTarget;
      if (!endsLink(event) || findLinks(value).length === 0) return setFieldValue('text', value);
      form.setValues({ held: findLinks(wholeOf({ held, text: value })), text: '' });
    },
    release(link) {
      setFieldValue(
        'held',
        held.filter((one) => one.link !== link),
      );
      field.current?.focus();
    },
    clear: () => form.setValues({ held: [], text: '' }),
    takeBack(event) {
      const last = held.at(-1);
      if (event.key !== 'Backspace' || text !== '' || !last) return;
      event.preventDefault();
      form.setValues({ held: held.slice(0, -1), text: last.link });
    },
    separate(event) {
      const pasted = event.clipboardData.getData('text');
      if (!text.trim() && findLinks(pasted).length === 0) return;
      event.preventDefault();
      add(pasted);
    },
  };
}
