import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listFields, listOperations, routes, type Route } from '@feedback/contract';
import { notOverMcp, offers, terminalOnly, tools } from '@feedback/mcp';
import { describe, expect, it } from 'vitest';

import { listOptions } from './options.ts';
import { registry } from './registry.ts';

const offersFile = fileURLToPath(new URL('../../mcp/src/generated/offers.ts', import.meta.url));
const operations = listOperations();

it('every option has a description', async () => {
	const commands = await Promise.all(registry.map(({ load }) => load()));
	const silent = commands.flatMap((command) =>
		listOptions(command)
			.filter(({ description }) => description === '')
			.map(({ key }) => `${command.name}: ${key}`),
	);
	expect(silent).toEqual([]);
});

describe('every operation', () => {
	it('is listed with the commands and tools that call it', async () => {
		const found: Record<string, { commands: string[]; tools: string[] }> = {};
		for (const { name } of operations) {
			found[name] = {
				commands: registry
					.map((entry) => entry.name)
					.filter((command) => callsOf(commandFile(command)).has(name)),
				tools: tools.map((tool) => tool.name).filter((tool) => callsOf(toolFile(tool)).has(name)),
			};
		}
		await expect(write(found)).toMatchFileSnapshot(offersFile);
	});

	it.each(operations.map(({ name }) => [name] as const))('%s is offered everywhere', (name) => {
		const route: Route = routes[name];
		const fields = Object.keys(listFields(route));
		// The API, the client and OpenAPI are made of the route itself; `operation run` and `command_run` take its fields.
		const gaps = [
			...(route.stream && commandsThatStream(name).length === 0 ? ['command'] : []),
			...(route.stream && notOverMcp[name] === undefined ? ['MCP'] : []),
			...(!route.stream && notOverMcp[name] !== undefined ? ['MCP'] : []),
			...fields.filter((field) => route.stream && !isOption(name, field)),
		];
		expect(gaps).toEqual([]);
	});
});

describe('every command', () => {
	it.each(registry.map(({ name }) => [name] as const))(
		'%s has a tool, needs a terminal, or its operations can be run over MCP',
		(name) => {
			const isCovered = tools.some(({ commands }) => commands.includes(name));
			if (isCovered || terminalOnly.includes(name)) return;
			const called = operations.filter((operation) =>
				offers[operation.name]!.commands.includes(name),
			);
			expect(called.length).toBeGreaterThan(0);
			expect(called.filter((operation) => notOverMcp[operation.name] !== undefined)).toEqual([]);
		},
	);
});

/** Parameters of files that an option of another name sets. */
const optionNames: Record<string, string> = {
	changed_after: 'since_last',
	changed_before: 'since_last',
	answered: 'unanswered',
};
const optionsOfFiles = new Map<string, string[]>(
	await Promise.all(
		registry
			.filter(({ name }) => name.endsWith(' export') || name === 'response screenshot')
			.map(async ({ name, load }): Promise<[string, string[]]> => [
				name,
				[...listOptions(await load()).map(({ key }) => key), 'site'],
			]),
	),
);

function isOption(operation: string, field: string): boolean {
	return commandsThatStream(operation).some((command) =>
		optionsOfFiles.get(command)?.some((key) => key === field || key === optionNames[field]),
	);
}

function commandsThatStream(operation: string): string[] {
	return offers[operation]!.commands;
}

function commandFile(name: string): string {
	const [noun, verb] = name.split(' ');
	return fileURLToPath(new URL(`commands/${noun}${verb ? `/${verb}` : ''}.ts`, import.meta.url));
}

function toolFile(name: string): string {
	const file = `../../mcp/src/tools/${name.replace('_', '-')}.ts`;
	return fileURLToPath(new URL(file, import.meta.url));
}

/** Operations that a file calls through the client, itself or by a helper beside it. */
function callsOf(file: string): Set<string> {
	const texts = new Map<string, string>();
	collect(file, texts);
	const called = [...texts.values()].flatMap((text) => [...text.matchAll(/\bclient\.(\w+)/g)]);
	return new Set(called.map(([, name]) => name!));
}

function collect(file: string, texts: Map<string, string>): void {
	if (texts.has(file)) return;
	const text = readFileSync(file, 'utf8');
	texts.set(file, text);
	for (const [, path] of text.matchAll(/from '(\.[^']+)'/g)) {
		const imported = join(dirname(file), path!);
		if (/(cli\/src\/commands|mcp\/src\/tools)\//.test(imported)) collect(imported, texts);
	}
}

function write(found: object): string {
	return [
		'// Which commands and tools call an operation, found in their code by cli/src/registry.test.ts; do not edit.',
		'export const offers: Record<string, { commands: string[]; tools: string[] }> = {',
		...Object.entries(found).map(([name, offer]) => `\t${name}: ${JSON.stringify(offer)},`),
		'};\n',
	].join('\n');
}
