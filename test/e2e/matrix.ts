import type { ProtocolVersion } from 'parley-mcp/types';

/** The ways that a client and a server are joined in these tests. `http` uses real sockets on both sides. */
export const transports = ['memory', 'serialised', 'stdio', 'fetch', 'http'] as const;
export type Transport = (typeof transports)[number];

/** The revisions, latest first. */
export const revisions = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
] as const satisfies readonly ProtocolVersion[];
export type RevisionName = (typeof revisions)[number];

/** One way to join a client and a server. */
export interface Cell {
  readonly transport: Transport;
  readonly revision: RevisionName;
  readonly modern: boolean;
  readonly overHttp: boolean;
}

export function cell(transport: Transport, revision: RevisionName): Cell {
  const overHttp = transport === 'fetch' || transport === 'http';
  return { transport, revision, modern: revision === '2026-07-28', overHttp };
}

/** Every transport in every revision. */
export const matrix: readonly Cell[] = transports.flatMap((transport) =>
  revisions.map((revision) => cell(transport, revision)),
);

/** Every transport in both eras, by the latest revision of each. */
export const eras: readonly Cell[] = matrix.filter(({ revision }) => revision >= '2025-11-25');
export const legacy: readonly Cell[] = matrix.filter(({ modern }) => !modern);
export const title = '$transport, $revision';
