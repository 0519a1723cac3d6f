import { ServiceError, instanceSettingsChangeSchema, parseInput } from '@feedback/contract';
import { parse } from 'yaml';

import { useDatabase } from '../production/use-database.ts';
import { changeInstanceSettings, readInstanceSettings } from '../settings/instance-settings.ts';
import { CommandFailure } from './command-failure.ts';
import { openServer } from './open-server.ts';

/** Prints the limits of this instance; with assignments such as `rate_limits.site.per_second=800` changes them first. */
export async function settings(
	file: string | undefined,
	assignments: readonly string[],
): Promise<void> {
	const server = openServer(file);
	const change = readChange(assignments);
	const result = await useDatabase(server.config, server, ({ ownerUrl }) =>
		assignments.length === 0
			? readInstanceSettings(ownerUrl)
			: changeInstanceSettings(ownerUrl, change),
	).catch((error: unknown) => {
		if (error instanceof ServiceError) throw new CommandFailure(error.message, { cause: error });
		throw error;
	});
	for (const line of listAssignments(result)) console.log(line);
}

function readChange(assignments: readonly string[]) {
	try {
		return parseInput(instanceSettingsChangeSchema, readAssignments(assignments));
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
		section[keys.at(-1)!] = parse(value) as unknown;
	}
	return change;
}

function listAssignments(value: object, path = ''): string[] {
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'object' && inner !== null
			? listAssignments(inner as object, `${path}${key}.`)
			: [`${path}${key}=${String(inner)}`],
	);
}
