import { readFileSync } from 'node:fs';

import type { Secrets } from '../../../server/data/secrets.ts';
import type { ServerProcess } from '../cluster/server-process.ts';

export function readStoredSecrets({ secretsFile }: Pick<ServerProcess, 'secretsFile'>): Secrets {
	return JSON.parse(readFileSync(secretsFile, 'utf8')) as Secrets;
}
