import { terminalOnly, tools } from '@feedback/mcp';
import { expect, it } from 'vitest';

import { listOptions } from './options.ts';
import { registry } from './registry.ts';

it('every command has an MCP tool, or needs a terminal', () => {
	const covered = [...tools.flatMap(({ commands }) => commands), ...terminalOnly];
	expect(covered.toSorted()).toEqual(registry.map(({ name }) => name).toSorted());
});

it('every option has a description', async () => {
	const commands = await Promise.all(registry.map(({ load }) => load()));
	const silent = commands.flatMap((command) =>
		listOptions(command)
			.filter(({ description }) => description === '')
			.map(({ key }) => `${command.name}: ${key}`),
	);
	expect(silent).toEqual([]);
});
