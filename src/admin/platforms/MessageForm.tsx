import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import parts from '#/account/pages/parts.module.css';
import { useFormKey } from '#/site/components/use-form-key.ts';
import { currentLocale } from '#/language/current.ts';
import { isLocale, type Locale, LOCALE_CODES, LOCALES } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import type { Notice } from '#/model/notice.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';
import { MESSAGE_MAX_LENGTH, type NoticeTexts, shownIn, toNotice, toTexts } from './message.ts';
import classes from './Platforms.module.css';

type Props = { of: Overview['platforms'][number] };

/** What visitors are told of a platform, language by language, as they will read it. */
export function MessageForm({ of }: Props) {
  const { key, noteSaved } = useFormKey(toTexts(of.notice));
  return <TextsForm key={key} of={of} onSaved={(notice) => noteSaved(toTexts(notice))} />;
}

function TextsForm({ of: { platform, notice }, onSaved }: Props & { onSaved: (notice: Notice | null) => void }) {
  const [texts, setTexts] = useState(() => toTexts(notice));
  const [locale, setLocale] = useState<Locale>(currentLocale);
  const save = useAdminChange('switchPlatform', (answer) => onSaved(answer.notice));
  const isTooLong = (one: Locale) => texts[one].trim().length > MESSAGE_MAX_LENGTH;
  // The server takes all languages or none, and which of them it refuses is seen here alone.
  const hidden = LOCALE_CODES.find((one) => one !== locale && isTooLong(one));
  const isChanged = JSON.stringify(toNotice(texts)) !== JSON.stringify(toNotice(toTexts(notice)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: platform, body: { notice: toNotice(texts) } });
  };
  return (
    <form className={parts.form} onSubmit={submit}>
      <NativeSelect
        size="sm"
        label={m.admin_platforms_language()}
        value={locale}
        error={hidden && m.admin_named({ action: LOCALES[hidden].nativeName, name: m.admin_platforms_too_long() })}
        data={LOCALE_CODES.map((value) => ({ value, label: languageLabel(value, texts) }))}
        onChange={({ currentTarget: { value } }) => isLocale(value) && setLocale(value)}
      />
      <Textarea
        size="sm"
        rows={3}
        label={m.admin_platforms_message()}
        description={m.admin_platforms_message_hint()}
        lang={LOCALES[locale].iso}
        value={texts[locale]}
        error={isTooLong(locale) && m.admin_platforms_too_long()}
        onChange={({ currentTarget: { value } }) => setTexts({ ...texts, [locale]: value })}
      />
      <Preview text={shownIn(texts, locale)} />
      <AdminProblem error={save.error} />
      <div className={parts.actions}>
        <Button type="submit" size="sm" disabled={save.isPending || LOCALE_CODES.some(isTooLong) || !isChanged}>
          {save.isPending ? m.admin_saving() : m.admin_save()}
        </Button>
        <output className={parts.said}>{save.isSuccess && !isChanged ? m.admin_saved() : ''}</output>
      </div>
    </form>
  );
}

function languageLabel(locale: Locale, texts: NoticeTexts): string {
  const { nativeName } = LOCALES[locale];
  return texts[locale].trim() === '' ? nativeName : m.admin_platforms_written({ language: nativeName });
}

function Preview({ text }: { text: string }) {
  return (
    <div className={classes.preview}>
      <p className="fine-print">{m.admin_platforms_preview()}</p>
      {text === '' ? (
        <p className="fine-print">{m.admin_platforms_preview_none()}</p>
      ) : (
        <blockquote className="notice edged">{text}</blockquote>
      )}
    </div>
  );
}
