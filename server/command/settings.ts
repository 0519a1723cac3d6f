import { ServiceError, operatorSettingsChangeSchema, parseInput } from '@feedback/contract';
import { parse } from 'yaml';

import { useDatabase } from '../production/use-database.ts';
import {
	changeInstanceSettings,
	listInstanceChanges,
	readInstanceSettings,
} from '../settings/instance-settings.ts';
import { CommandFailure } from './command-failure.ts';
import { openServer } from './open-server.ts';

/** Prints the settings of this instance; with assignments such as `rate_limits.site.per_second=800` changes them first. */
export async function settings(
	file: string | undefined,
	assignments: readonly string[],
): Promise<void> {
	const server = openServer(file);
	const change = readChange(assignments);
	const result = await useDatabase(server.config, server, ({ address }) =>
		assignments.length === 0
			? readInstanceSettings(address)
			: changeInstanceSettings(address, change),
	).catch((error: unknown) => {
		if (error instanceof ServiceError) throw new CommandFailure(error.message, { cause: error });
		throw error;
	});
	for (const [name, value] of listValues(result)) console.log(`${name}=${value}`);
}

/** Prints the latest changes of the settings, the newest first, with the values before and after. */
export async function settingsHistory(file: string | undefined): Promise<void> {
	const server = openServer(file);
	const changes = await useDatabase(server.config, server, ({ address }) =>
		listInstanceChanges(address),
	);
	if (changes.length === 0) console.log('The settings have never been changed.');
	for (const { at, who, before, after } of changes) {
		console.log(`${at.toISOString()} ${who}`);
		const former = new Map(listValues(before));
		for (const [name, value] of listValues(after)) {
			// Newer settings did not exist before an upgrade.
			const was = former.get(name) ?? 'null';
			if (was !== value) console.log(`  ${name}: ${was} → ${value}`);
		}
	}
}

function readChange(assignments: readonly string[]) {
	try {
		return parseInput(operatorSettingsChangeSchema, readAssignments(assignments));
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		throw new CommandFailure(error.message, { cause: error, exitCode: 2 });
	}
}

function readAssignments(assignments: readonly string[]): Record<string, unknown> {
	const change: Record<string, unknown> = {};
	for (const text of assignments) {
		const [, name = '', value = ''] = /^([\w.]+)=(.*)$/.exec(text) ?? [];
		if (!name) {
			throw new CommandFailure(`${text} must be name=value, such as retention.event_days=14.`, {
				exitCode: 2,
			});
		}
		const keys = name.split('.');
		let section = change;
		for (const key of keys.slice(0, -1)) {
			section = (section[key] ??= {}) as Record<string, unknown>;
		}
		section[keys.at(-1)!] = readValue(name, value);
	}
	return change;
}

// Lists are separated by commas, which need no quotes in a shell.
const lists = new Set(['sign_up.allowed_domains']);

function readValue(name: string, value: string): unknown {
	const parsed = parse(value) as unknown;
	return lists.has(name) && typeof parsed === 'string' ? parsed.split(/\s*,\s*/) : parsed;
}

/** Lists the settings by name, each with its value as in an assignment. */
function listValues(settings: object, path = ''): [name: string, value: string][] {
	return Object.entries(settings).flatMap(([key, value]) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? listValues(value as object, `${path}${key}.`)
			: [[`${path}${key}`, writeValue(value)] satisfies [string, string]],
	);
}

function writeValue(value: unknown): string {
	return Array.isArray(value) && value.length === 0 ? '[]' : String(value);
}
