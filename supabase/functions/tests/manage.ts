import {
	routes,
	type Route,
	type RouteInput,
	type RouteName,
	type RouteOutput,
} from '@feedback/contract';

import { createKeyring, mintSecret, type Keyring } from '../_shared/secrets/keyring.ts';
import { createPersonFinder } from '../_shared/caller/person.ts';
import type { DatabaseOf, Locator } from '../_shared/databases.ts';
import type { Database } from '../../../database/database.ts';
import { createPool } from '../_shared/pool.ts';
import { createHandler } from '../manage/handler.ts';
import { createService, type ServiceOptions } from '../manage/service.ts';
import { anyQuery } from './language-model.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import { anyHost } from './outgoing.ts';
import { jwtSecret, type TestPerson } from './people.ts';
import { slackApp } from './slack.ts';

export type TestManage = {
	handle(request: Request): Promise<Response>;
	/** Calls a path below `/manage` as a person, or without a sign-in. */
	call(
		person: TestPerson | undefined,
		path: string,
		options?: { method?: string; body?: unknown; headers?: Record<string, string> },
	): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>;
	/** Calls a route with its input; returns the response as text if it is a file. */
	ask<Name extends RouteName>(
		person: TestPerson | undefined,
		name: Name,
		input: RouteInput<Name>,
		headers?: Record<string, string>,
	): Promise<{ status: number; headers: Headers; body: RouteOutput<Name>; error: TestError }>;
	/** What the transactions of the last request by `ask` were about. */
	locators(): Locator[];
	keyring: Keyring;
	files: MemoryFiles;
	end(): Promise<void>;
};

export type TestError = { code: string; message: string; field?: string; hint?: string };

/** For a constant clock: work that is limited to two seconds in production then runs to its end. */
function withoutDeadlines(sql: Database): Database {
	const patient: Database = Object.assign(sql.bind(undefined) as Database, sql, {
		within: () => patient,
	});
	return patient;
}

/** The `manage` function with a real database, as its login role. */
export function openManage(
	manageUrl: string,
	{
		isPatient = false,
		...options
	}: Partial<ServiceOptions> & { isPatient?: boolean; files?: MemoryFiles } = {},
): TestManage {
	const sql = isPatient
		? withoutDeadlines(createPool(manageUrl, 'manage', { size: 4, deadlineMs: 60_000 }))
		: createPool(manageUrl, 'manage', { size: 4 });
	const keyring = options.keyring ?? createKeyring(mintSecret());
	const findPerson = createPersonFinder({ kind: 'stand-in', secret: jwtSecret });
	const files = options.files ?? createMemoryFiles();
	let locators: Locator[] = [];
	const databaseOf: DatabaseOf = (locator) => {
		locators.push(locator);
		return options.sql ?? sql;
	};
	const handle = createHandler(
		createService({
			sql,
			// With cells, each locator is looked up.
			...(!options.cells && { databaseOf }),
			keyring,
			findPerson,
			outgoing: anyHost,
			model: anyQuery,
			slack: slackApp,
			...options,
			files,
		}),
	);
	return {
		handle,
		keyring,
		files,
		locators: () => locators,
		async call(person, path, { method = 'GET', body, headers = {} } = {}) {
			const response = await handle(
				new Request(`http://127.0.0.1/functions/v1/manage${path}`, {
					method,
					...(body !== undefined && { body: JSON.stringify(body) }),
					headers: {
						...(person && { authorization: `Bearer ${person.token}` }),
						...(body !== undefined && { 'content-type': 'application/json' }),
						...headers,
					},
				}),
			);
			return {
				status: response.status,
				headers: response.headers,
				body: (await response.json()) as Record<string, unknown>,
			};
		},
		async ask(person, name, input, headers = {}) {
			const { method, ...wire } = toWire(routes[name], input as Record<string, unknown>);
			locators = [];
			const response = await handle(
				new Request(`http://127.0.0.1/functions/v1/manage${wire.path}`, {
					method,
					...(wire.body !== undefined && { body: JSON.stringify(wire.body) }),
					headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...headers },
				}),
			);
			const text = await response.text();
			const isFile = 'stream' in routes[name] && response.ok;
			const body = isFile ? text : (JSON.parse(text) as Record<string, unknown>);
			const error = (isFile ? undefined : (body as { error?: TestError }).error) as TestError;
			return { status: response.status, headers: response.headers, body: body as never, error };
		},
		end: () => sql.end(),
	};
}

/** Converts a call of a route to its request: the method, the path with its query, and the body. */
export function toWire(route: Route, input: Record<string, unknown>) {
	const left = { ...input };
	const take = (name: string) => {
		const value = left[name];
		delete left[name];
		return value;
	};
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(String(take(name))),
	);
	const query = new URLSearchParams();
	for (const name of Object.keys(route.query?.shape ?? {})) {
		const value = take(name);
		if (value !== undefined) [value].flat().forEach((one) => query.append(name, String(one)));
	}
	const search = query.size > 0 ? `?${query}` : '';
	return { method: route.method, path: path + search, body: route.body ? left : undefined };
}
