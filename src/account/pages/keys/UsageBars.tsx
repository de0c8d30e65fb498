import { formatBytes, formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Allowance, Usage } from '#/model/download.ts';
import classes from './Keys.module.css';

/** How much of each limit is used. */
export function UsageBars({ usage: { resolutions, downloads, bytes } }: { usage: Usage }) {
  return (
    <div className={classes.usage}>
      <Bar label={m.account_keys_links()} of={resolutions} format={formatNumber} />
      <Bar label={m.account_preferences_downloads()} of={downloads} format={formatNumber} />
      <Bar label={m.account_keys_data()} of={bytes} format={formatBytes} />
    </div>
  );
}

type BarProps = { label: string; of: Allowance; format: (value: number) => string };

function Bar({ label, of: { limit, remaining }, format }: BarProps) {
  const used = Math.max(0, limit - remaining);
  const text = m.account_keys_used({ used: format(used), limit: format(limit) });
  return (
    <div>
      <span>{label}</span>
      <span>{text}</span>
      <progress className="progress" max={Math.max(1, limit)} value={used} aria-label={label} aria-valuetext={text} />
    </div>
  );
}
