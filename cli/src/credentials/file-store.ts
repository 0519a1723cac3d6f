import { join } from 'node:path';
import { z } from 'zod';

import { readJsonFile } from '../settings/json-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';
import { credentialSchema } from './credential.ts';
import type { CredentialStore } from './credential.ts';

const fileSchema = z.record(z.string(), credentialSchema);

/** Credentials in one file that only its owner can read. */
export function createFileStore(folder: string): CredentialStore {
	const path = join(folder, 'credentials.json');
	const readAll = () => readJsonFile(path, fileSchema) ?? {};
	const writeAll = (all: z.infer<typeof fileSchema>) =>
		writePrivateFile(path, `${JSON.stringify(all, null, '\t')}\n`);
	return {
		name: 'file',
		read: (apiUrl) => readAll()[apiUrl],
		write: (apiUrl, credential) => writeAll({ ...readAll(), [apiUrl]: credential }),
		remove: (apiUrl) => {
			const { [apiUrl]: removed, ...rest } = readAll();
			if (removed) writeAll(rest);
			return removed !== undefined;
		},
	};
}
