// The build under test. PARLEY_ROOT names another checkout or an unpacked package to test instead of this one.
import { fileURLToPath, pathToFileURL } from 'node:url';

const given = process.env.PARLEY_ROOT;
export const root = given === undefined ? new URL('../../', import.meta.url) : pathToFileURL(`${given}/`);
export const rootPath = fileURLToPath(root);

/** Imports an entry point of the build, for example `entry('node')`. */
export const entry = (name) => import(new URL(`dist/${name}.js`, root).href);
