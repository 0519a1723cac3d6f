import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { type DatabaseAddress, readDatabaseAddress } from '../postgres/database-address.ts';
import type { CheckTarget } from './check/list-checks.ts';
import { type MailSecrets, readMailSecrets } from './mail-secrets.ts';
import type { SelfHosted } from './self-hosted/steps.ts';
import type { Deployment } from './steps.ts';

export const usage = `npm run deploy -- --project <ref> --dashboard <url> [--docs <url>] [--dry-run] [--rotate-passwords]
npm run deploy -- --url <url> --database <postgres url> --functions-folder <dir> --dashboard <url>
                  --publishable-key <key> [--functions-database <postgres url>] [--docs <url>] [--dry-run] [--rotate-passwords]
npm run deploy -- --check <ref or url> [--database <postgres url>] [--functions-folder <dir>]

  --project             Reference of the Supabase project: 20 letters, part of its address.
  --url                 Address of a self-hosted Supabase, as browsers reach it.
  --check               Checks a deployment from outside and changes nothing.
  --database            The database as the role that owns the migrations; SUPABASE_DB_URL by default.
  --functions-folder    Folder of the functions of a self-hosted Supabase: volumes/functions.
  --functions-database  The database as the functions reach it, if that is another address; its role does not count.
  --publishable-key     Publishable (anon) key of a self-hosted Supabase, for the dashboard.
  --dashboard           Address under which you publish the dashboard.
  --docs                Address of the documentation, which the MCP server searches; without it, it offers none.
  --dry-run             Prints each step and changes nothing.
  --rotate-passwords    Gives the two database logins new passwords.

For a project, it signs in with SUPABASE_ACCESS_TOKEN, or as the person of \`npx supabase login\`. The database
password of the project is read from SUPABASE_DB_PASSWORD when the Supabase CLI asks for it. The mail settings of
the functions are read from FEEDBACK_MAIL_… variables; without them, those that are set are kept.`;

export type Command =
	| { kind: 'hosted'; deployment: Deployment }
	| { kind: 'self-hosted'; deployment: SelfHosted }
	| { kind: 'check'; target: CheckTarget };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
	project: text,
	url: text,
	check: text,
	database: text,
	'functions-folder': text,
	'functions-database': text,
	'publishable-key': text,
	dashboard: text,
	docs: text,
	'dry-run': flag,
	'rotate-passwords': flag,
} as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Certificates that sign the certificates of hosted databases. */
const hostedAuthority = fileURLToPath(new URL('supabase-ca.crt', import.meta.url));

/** Parses the command line; throws an error that explains what is wrong with it. */
export function readCommand(
	args: readonly string[],
	environment: Environment = process.env,
): Command {
	const { values } = parseArgs({ args: [...args], options });
	const database = values.database ?? environment['SUPABASE_DB_URL'];
	if (values.check !== undefined) {
		return { kind: 'check', target: readTarget(values.check, values, database) };
	}
	if (values.url !== undefined) {
		return {
			kind: 'self-hosted',
			deployment: readSelfHosted(values.url, values, database, environment),
		};
	}
	return { kind: 'hosted', deployment: readHosted(values, environment) };
}

function readHosted(values: Values, environment: Environment): Deployment {
	const dryRun = values['dry-run'] === true;
	const project = values.project ?? (dryRun ? 'abcdefghijklmnopqrst' : undefined);
	if (project === undefined) throw new Error('Say which project: --project <ref>.');
	if (!isReference(project)) {
		throw new Error(`${project} is no project reference: 20 lower-case letters.`);
	}
	return { project, ...readAddresses(values, dryRun), ...readMail(environment, true) };
}

function readSelfHosted(
	url: string,
	values: Values,
	database: string | undefined,
	environment: Environment,
): SelfHosted {
	if (values.project !== undefined) throw new Error('Give either --project or --url.');
	const folder = values['functions-folder'];
	const publishableKey = values['publishable-key'];
	if (database === undefined)
		throw new Error('Say where the database is: --database <postgres url>.');
	if (folder === undefined)
		throw new Error('Say where the functions are: --functions-folder <dir>.');
	if (publishableKey === undefined) {
		throw new Error('Say what the dashboard signs in with: --publishable-key <key>.');
	}
	readDatabaseAddress(database);
	const functionsDatabase = values['functions-database'] ?? database;
	readDatabaseAddress(functionsDatabase);
	return {
		url: readOrigin(url),
		database,
		functionsDatabase,
		functionsFolder: resolve(folder),
		publishableKey,
		...readAddresses(values, false),
		...readMail(environment, false),
	};
}

function readTarget(asked: string, values: Values, database: string | undefined): CheckTarget {
	const project = isReference(asked) ? asked : undefined;
	const folder = values['functions-folder'];
	return {
		url: project ? `https://${project}.supabase.co` : readOrigin(asked, true),
		...(project && { project }),
		...(database !== undefined && { database: readCheckedDatabase(database, project) }),
		...(folder !== undefined && { functionsFolder: resolve(folder) }),
	};
}

function readCheckedDatabase(url: string, project: string | undefined): DatabaseAddress {
	const named = URL.parse(url)?.searchParams.has('sslrootcert');
	return readDatabaseAddress(url, project && !named ? hostedAuthority : undefined);
}

function readMail(environment: Environment, isHosted: boolean): { mail?: MailSecrets } {
	const mail = readMailSecrets(environment, { isHosted });
	return mail ? { mail } : {};
}

function readAddresses(values: Values, dryRun: boolean) {
	const dashboard = values.dashboard ?? (dryRun ? 'https://feedback.example.com' : undefined);
	if (dashboard === undefined) {
		throw new Error('Say where the dashboard will be: --dashboard <url>.');
	}
	const dashboardUrl = readOrigin(dashboard);
	const { docs } = values;
	if (docs !== undefined && URL.parse(docs)?.protocol !== 'https:') {
		throw new Error(`${docs} is no https address.`);
	}
	return {
		dashboardUrl,
		...(docs !== undefined && { docsUrl: docs.replace(/\/+$/, '') }),
		dryRun: values['dry-run'] === true,
		rotatePasswords: values['rotate-passwords'] === true,
	};
}

/** @param onLoopback allows http for a deployment on this machine */
function readOrigin(address: string, onLoopback = false): string {
	const url = URL.parse(address);
	const isLocal = onLoopback && /^(127\.0\.0\.1|localhost)$/.test(url?.hostname ?? '');
	if (url?.protocol === 'https:' || (isLocal && url?.protocol === 'http:')) return url.origin;
	throw new Error(`${address} is no https address.`);
}

function isReference(text: string): boolean {
	return /^[a-z]{20}$/.test(text);
}
