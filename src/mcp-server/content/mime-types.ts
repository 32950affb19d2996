const types: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['aac', 'audio/aac'],
  ['m4a', 'audio/mp4'],
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['xml', 'application/xml'],
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['toml', 'application/toml'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
]);

/** The MIME type by the suffix of a path, in any case; `application/octet-stream` for one that is not known. */
export function mimeTypeOf(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = file.lastIndexOf('.');
  return (dot === -1 ? undefined : types.get(file.slice(dot + 1).toLowerCase())) ?? 'application/octet-stream';
}
