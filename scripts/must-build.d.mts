/** Whether the `dist/` of the project in `root` is missing, or older than a file of its `src/` that is built. */
export function mustBuild(root: string): boolean;
