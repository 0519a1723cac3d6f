import type { DatabaseAddress } from '../../postgres/database-address.ts';
import { readEnvironmentFile } from '../self-hosted/environment-file.ts';
import { neededSecrets } from '../self-hosted/steps.ts';
import { readFromSupabase } from '../supabase-cli.ts';
import type { Check } from './check.ts';
import { checkDatabase } from './database.ts';
import { checkFunctions } from './functions.ts';
import { checkFunctionSecrets } from './function-secrets.ts';
import { checkScriptFiles } from './script-files.ts';
import { checkSigningKeys } from './signing-keys.ts';

export type CheckTarget = {
	/** Origin of the project. */
	url: string;
	/** Reference of a hosted project. */
	project?: string;
	/** Address of the database as the role that pushed the migrations. */
	database?: DatabaseAddress;
	/** Folder of the functions of a self-hosted Supabase. */
	functionsFolder?: string;
};

/** Everything that a deployment requires. */
export function listChecks({ url, project, database, functionsFolder }: CheckTarget): Check[] {
	const apiUrl = `${url}/functions/v1`;
	const secrets = project
		? checkFunctionSecrets(() => readProjectSecrets(project))
		: checkFunctionSecrets(
				functionsFolder === undefined
					? undefined
					: () => Promise.resolve([...readEnvironmentFile(functionsFolder).keys()]),
				neededSecrets,
			);
	return [
		...checkFunctions(apiUrl),
		checkScriptFiles(apiUrl),
		checkSigningKeys(`${url}/auth/v1`),
		secrets,
		...checkDatabase(apiUrl, database),
	];
}

async function readProjectSecrets(project: string): Promise<string[]> {
	const said = await readFromSupabase([
		'secrets',
		'list',
		'--project-ref',
		project,
		'--output',
		'json',
	]);
	return (JSON.parse(said) as { name: string }[]).map(({ name }) => name);
}
