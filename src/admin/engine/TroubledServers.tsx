import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import type { ExtractorView } from '#/model/admin.ts';
import { Time } from '../list/Cells.tsx';

/** Servers that do not run what they are to, and why, in the words of their logs. Shows nothing where there is none. */
export function TroubledServers({ nodes }: { nodes: ExtractorView['nodes'] }) {
  if (nodes.length === 0) return null;
  return (
    <ul className={parts.rows} aria-label={m.admin_extractor_troubled()}>
      {nodes.map(({ node, version, trouble, updatedAt }) => (
        <li key={node} className={parts.row}>
          <div className={parts.about}>
            <p className={parts.name} translate="no">
              {node}
            </p>
            <p className={`secondary ${parts.facts}`}>
              {version === null ? m.admin_engine_missing() : m.admin_extractor_server_runs({ version })} ·{' '}
              <Time at={updatedAt} />
            </p>
            <p lang="en">{trouble}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
