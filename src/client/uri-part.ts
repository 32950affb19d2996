/** Whether a URI is `wanted`, or a part of it: a server may tell of either. */
export function isWithin(uri: string, wanted: string): boolean {
  if (!uri.startsWith(wanted)) return false;
  return uri.length === wanted.length || wanted.endsWith('/') || /^[/?#]/.test(uri.slice(wanted.length));
}
