import { limits } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { CaseKind } from '#/model/operations.ts';

export type CaseQuestion = {
  name: string;
  label: string;
  hint?: string;
  kind: 'line' | 'text' | 'box';
  isOptional?: true;
  /** Of what kind of line. */
  type?: 'email' | 'tel';
  /** As browsers know it. */
  autoComplete?: string;
};

/** What is asked, in order. */
export function fieldsOf(kind: CaseKind): CaseQuestion[] {
  const links: CaseQuestion = {
    name: 'links',
    label: m.content_form_links(),
    hint: m.content_form_links_hint({ count: limits.linksPerPaste }),
    kind: 'text',
  };
  const address: CaseQuestion = {
    name: 'address',
    label: m.content_form_address(),
    kind: 'text',
    autoComplete: 'street-address',
  };
  const phone: CaseQuestion = {
    name: 'phone',
    label: m.content_form_phone(),
    kind: 'line',
    type: 'tel',
    autoComplete: 'tel',
  };
  const person: CaseQuestion[] = [
    { name: 'name', label: m.content_form_name(), kind: 'line', autoComplete: 'name' },
    { name: 'organisation', label: m.content_form_organisation(), kind: 'line', isOptional: true },
    { name: 'email', label: m.content_form_email(), kind: 'line', type: 'email', autoComplete: 'email' },
  ];
  const signature: CaseQuestion = { name: 'signature', label: m.content_form_signature(), kind: 'line' };
  if (kind === 'takedown') {
    return [
      links,
      { name: 'work', label: m.content_form_work(), kind: 'text' },
      ...person,
      { ...address, isOptional: true },
      { ...phone, isOptional: true },
      { name: 'goodFaith', label: m.content_form_good_faith(), kind: 'box' },
      { name: 'accurate', label: m.content_form_accurate(), kind: 'box' },
      signature,
    ];
  }
  return [
    { name: 'caseId', label: m.content_form_case(), kind: 'line', isOptional: true },
    links,
    { name: 'work', label: m.content_form_mistake_why(), kind: 'text' },
    ...person,
    address,
    phone,
    { name: 'mistake', label: m.content_form_mistake(), kind: 'box' },
    { name: 'jurisdiction', label: m.content_form_jurisdiction(), kind: 'box' },
    signature,
  ];
}
