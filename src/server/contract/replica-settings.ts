import { type Settings, SettingsError } from '#/server/env.ts';

/** Where the platforms' replicas are, for tests and the demo; undefined: the platforms themselves. Throws SettingsError. */
export function replicaOf(settings: Settings): { tlsPort: number; httpPort: number; caFile: string } | undefined {
  const { EGRESS_REPLICA_TLS_PORT: tlsPort, EGRESS_REPLICA_HTTP_PORT: httpPort, EGRESS_CA_FILE: caFile } = settings;
  if (!tlsPort && !httpPort && !caFile) return undefined;
  if (tlsPort && httpPort && caFile) return { tlsPort, httpPort, caFile };
  throw new SettingsError(
    'EGRESS_REPLICA_TLS_PORT, EGRESS_REPLICA_HTTP_PORT and EGRESS_CA_FILE go together: set all or none.',
  );
}
