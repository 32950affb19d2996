const posixNames = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
const windowsNames = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
];

/**
 * The environment of a server that is started here: a short list of variables that are safe to hand on, and what was passed.
 * Inherited values that are shell functions are left out.
 */
export function serverEnvironment(
  passed: Readonly<Record<string, string>> = {},
  own: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of platform === 'win32' ? windowsNames : posixNames) {
    const value = own[name];
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  return Object.assign(environment, passed);
}
