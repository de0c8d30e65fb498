import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { RulePreview } from '#/model/admin.ts';
import { Named } from '../list/Cells.tsx';
import { KIND_TEXT } from './kind-text.ts';
import classes from './Rules.module.css';

/** What a rule would be once the server has read it, and what it would hit of what is remembered. */
export function RulePreviewCard({ preview: { rule, downloads, keptFiles, examples } }: { preview: RulePreview }) {
  return (
    <section className={classes.preview} aria-label={m.admin_rules_preview_heading()}>
      <p className={classes.rule}>
        <span>{KIND_TEXT[rule.kind].name()}</span>
        <Named platform={rule.platform}>{rule.value}</Named>
      </p>
      <p>{m.admin_rules_downloads({ count: formatNumber(downloads) })}</p>
      <p>{m.admin_rules_files({ count: formatNumber(keptFiles) })}</p>
      {examples.length > 0 && (
        <>
          <p>{m.admin_rules_examples()}</p>
          <ul>
            {examples.map(({ title, canonicalUrl }, place) => (
              <li key={`${place} ${canonicalUrl}`}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
