const told = new Set<string>();

/** Warns that something is going away: once in a process, as `DeprecationWarning` where the platform has process warnings. */
export function warnDeprecated(code: string, sentence: string): void {
  if (told.has(code)) return;
  told.add(code);
  const platform: unknown = Reflect.get(globalThis, 'process');
  if (hasWarnings(platform)) platform.emitWarning(sentence, { type: 'DeprecationWarning', code });
  else console.warn(`DeprecationWarning: [${code}] ${sentence}`);
}

interface Warnings {
  emitWarning(message: string, options: { readonly type: string; readonly code: string }): void;
}

function hasWarnings(value: unknown): value is Warnings {
  return (
    typeof value === 'object' && value !== null && 'emitWarning' in value && typeof value.emitWarning === 'function'
  );
}
