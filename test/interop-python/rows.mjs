// The rows of the matrix: who drives whom, over what, in which era.
const modern = '2026-07-28';
const legacy = '2025-11-25';
const transports = ['stdio', 'http', 'http-json', 'http-stateless'];

function row(client, mode, transport) {
  const era = mode === 'legacy' ? 'legacy' : 'modern';
  return {
    client,
    server: client === 'python' ? 'parley' : 'python',
    mode,
    transport,
    era,
    revision: era === 'legacy' ? legacy : modern,
  };
}

export const rows = ['python', 'parley'].flatMap((client) =>
  transports.flatMap((transport) => [
    row(client, 'auto', transport),
    row(client, modern, transport),
    row(client, 'legacy', transport),
  ]),
);
