import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { defaultConfigFile } from '../config/read-config.ts';

/** Path of the configuration file that `readConfig` reads; undefined when the environment holds every setting. */
export function existingConfigFile(file: string | undefined): string | undefined {
	const path = resolve(file ?? (process.env['FEEDBACK_CONFIG'] || defaultConfigFile));
	return existsSync(path) ? path : undefined;
}
