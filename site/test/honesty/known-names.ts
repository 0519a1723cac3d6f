import { readFile } from 'node:fs/promises';

import {
	displayColumns,
	errors,
	reasons,
	releaseReasons,
	responseColumns,
	valueSources,
} from '@feedback/contract';
import { z } from 'zod';

import { registry } from '../../../cli/src/registry.ts';
import { tools } from '../../../mcp/src/tools.ts';
import { configSchema } from '../../../server/config/config-schema.ts';
import { readTables } from '../read-tables.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** Names that the code of the product defines. */
export type KnownNames = {
	/** Codes of errors and reasons. */
	codes: ReadonlySet<string>;
	/** Codes, and names of fields, values, tools, parameters and tables. */
	all: ReadonlySet<string>;
};

/** Names that are defined outside our schemas. */
const elsewhere = [
	// Parts of addresses that the docs leave open.
	'api_url',
	'docs_url',
	'dashboard_url',
	'base_url',
	'page_path',
	// Helpers and directives of Rails, Django and their content security policies.
	'current_user',
	'script_src',
	'connect_src',
	'csp_nonce',
	// The mark of answers that the command imports.
	'imported_from',
	// The beginning of a figure's path.
	'response_rates',
	// OAuth and its discovery documents.
	'client_id',
	'client_name',
	'redirect_uris',
	'client_id_metadata_document_supported',
	// Directives of nginx, and metrics of every Node process.
	'proxy_set_header',
	'client_body_timeout',
	'proxy_request_buffering',
	'process_resident_memory_bytes',
	'nodejs_eventloop_lag_seconds',
	// The MCP server's prompt, and the key under which it puts visitors' texts.
	'draft_prompt',
	'untrusted_text',
	// An extension and programs of Postgres.
	'pg_cron',
	'pg_net',
	'pg_basebackup',
	'pg_dump',
	'pg_restore',
	// Traits and properties of the apps in examples.
	'signed_up',
	'closed_by',
	// Settings of Postgres.
	'checkpoint_timeout',
	'max_wal_size',
	'synchronous_commit',
	'max_logical_replication_workers',
	'max_slot_wal_keep_size',
	'sync_replication_slots',
	// Settings of Patroni.
	'synchronous_mode',
	'failsafe_mode',
];

const metricModules = [
	'metrics',
	'request-metrics',
	'function-metrics',
	'part-metrics',
	'database-metrics',
	'archive-metrics',
	'backup-metrics',
	'disk-metrics',
	'drill-metrics',
	'replica-metrics',
	'cell-metrics',
].map((name) => `server/metrics/${name}.ts`);

export async function readKnownNames(): Promise<KnownNames> {
	const codes = new Set([
		...[errors, reasons].flatMap((table) => Object.keys(table)),
		...releaseReasons,
		...unionOf(await read('sdk/src/feedback-error.ts'), 'FeedbackErrorCode'),
		...unionOf(await read('supabase/functions/oauth/oauth-error.ts'), 'OAuthCode'),
		...keysOf(await read('cli/src/failure.ts'), 'ownCodes'),
		// Causes of dropped events: `drop(key, 'queue_full')`.
		...[
			...(await read('sdk/src/later/drain-queue.ts')).matchAll(
				/\b(?:drop|count)\([^()]*'([a-z]+_[a-z_]+)'/g,
			),
		].map(([, cause]) => cause!),
	]);
	const schemas = [
		...['openapi.json', 'prompt.schema.json'].map(async (file) =>
			namesIn(JSON.parse(await read(`contract/generated/${file}`))),
		),
		...registry.map(async ({ load }) => namesOf((await load()).output)),
	];
	const names = [
		...(await Promise.all(schemas)).flat(),
		...tools.flatMap(({ name, input, output }) => [name, ...namesOf(input), ...namesOf(output)]),
		...namesOf(configSchema),
		...[...displayColumns, ...responseColumns].map(({ name }) => name),
		...valueSources,
		...namesInSource(await read('contract/src/wire.ts')),
		...(await Promise.all(metricModules.map(read))).flatMap(metricsIn),
		...Object.keys(readTables(await read('supabase/schema.sql'))),
	];
	return { codes, all: new Set([...codes, ...names, ...elsewhere]) };
}

/** Metrics that a module of the server defines. */
function metricsIn(source: string): string[] {
	return [...source.matchAll(/'(feedback_\w+)'/g)].map(([, name]) => name!);
}

function namesOf(schema: z.ZodType): string[] {
	return namesIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }));
}

/** Keys of objects, names of parameters and values of enumerations in JSON Schemas. */
function namesIn(node: unknown): string[] {
	if (typeof node !== 'object' || node === null) return [];
	const { properties, name, enum: values, const: value } = node as Record<string, unknown>;
	return [
		...(typeof properties === 'object' && properties ? Object.keys(properties) : []),
		...[name, value, ...(Array.isArray(values) ? values : [])].filter(
			(word) => typeof word === 'string',
		),
		...Object.values(node).flatMap(namesIn),
	];
}

function namesInSource(source: string): string[] {
	return [...source.matchAll(/^\t+(\w+)\??:|'(\w+)'/gm)].map(([, key, value]) => (key ?? value)!);
}

/** Members of a union of texts: `type Name = | 'one' | 'other';`. */
function unionOf(source: string, name: string): string[] {
	const [, body] = new RegExp(`type ${name} =([^;]*);`).exec(source) ?? [];
	return requireNames(name, body?.matchAll(/'(\w+)'/g));
}

/** Keys of a constant: `const name = { one: …, other: … }`. */
function keysOf(source: string, name: string): string[] {
	const [, body] = new RegExp(`const ${name} = \\{([^}]*)\\}`).exec(source) ?? [];
	return requireNames(name, body?.matchAll(/^\t(\w+):/gm));
}

// Fail if a name has moved: an empty list would find nothing.
function requireNames(name: string, found: Iterable<RegExpExecArray> | undefined): string[] {
	const names = [...(found ?? [])].map(([, word]) => word!);
	if (names.length === 0) throw new Error(`There is no ${name} where the check looks for it.`);
	return names;
}
