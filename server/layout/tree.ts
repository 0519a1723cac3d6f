import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, without a trailing slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** Folder for files that later builds and tests reuse. It may not exist yet. */
export const cacheFolder = join(root, 'node_modules/.cache/feedback');
