/** Builds the `dist/` of the project in `root` where that must be. Throws when it cannot be built. */
export function ensureBuilt(root: string): void;
/** Whether the `dist/` of the project in `root` is missing, or older than what it is built from. */
export function mustBuild(root: string): boolean;
