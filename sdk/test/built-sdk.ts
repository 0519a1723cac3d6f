import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder with the published files of the SDK. */
export const builtSdk = join(import.meta.dirname, '../dist');

if (!existsSync(builtSdk))
	throw new Error('Build the SDK first, as `npm test` does: npm run build.');
