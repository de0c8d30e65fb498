import type { CodeDelivery } from '../identity-client.ts';
import { m as text } from '../texts/paraglide/messages.js';

/** Says where a code went, as far as that is known, and that it takes its time. */
export function deliveryTexts(delivery: CodeDelivery | null): { title: string; texts: string[] } {
  const { medium, destination } = delivery ?? { medium: null, destination: null };
  const delay = text.code_delay();
  if (medium === 'EMAIL' && destination !== null)
    return { title: text.code_emailed_title(), texts: [text.code_emailed_text({ destination }), delay] };
  if (medium === 'SMS' && destination !== null)
    return { title: text.code_texted_title(), texts: [text.code_texted_text({ destination }), delay] };
  return { title: text.code_sent_title(), texts: [text.code_sent_text(), delay] };
}
