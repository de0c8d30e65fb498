import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { PublicSetting } from '#/model/operator.ts';
import { useAdminAnswer } from '../use-admin-api.ts';
import classes from './Overview.module.css';

/** What is wrong as long as one of them is not set. */
export const WHY_MISSING: Record<PublicSetting, () => string> = {
  PUBLIC_ORIGIN: m.admin_missing_origin,
  SMTP_URL: m.admin_missing_mail,
  CANARY_LINKS: m.admin_missing_canaries,
  SECURITY_CONTACT: m.admin_missing_security,
  OPERATOR_NAME: m.admin_missing_operator,
  OPERATOR_ADDRESS: m.admin_missing_operator,
  OPERATOR_EMAIL: m.admin_missing_operator,
  OPERATOR_AGENT: m.admin_missing_agent,
  OPERATOR_TAKEDOWN_EMAIL: m.admin_missing_agent,
  OPERATOR_JURISDICTION: m.admin_missing_operator,
};

/** Settings that a public site needs and that are not set, each with what is wrong without it. */
export function MissingSection() {
  const missing = useAdminAnswer('overview', {}).data?.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <Section id="missing" heading={m.admin_missing_heading()} intro={m.admin_missing_intro()}>
      <dl className={classes.missing}>
        {missing.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{WHY_MISSING[name]()}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
