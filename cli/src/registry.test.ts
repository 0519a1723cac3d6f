import { terminalOnly, tools } from '@feedback/mcp';
import { expect, it } from 'vitest';

import { registry } from './registry.ts';

it('every command has an MCP tool, or needs a terminal', () => {
	const covered = [...tools.flatMap(({ commands }) => commands), ...terminalOnly];
	expect(covered.toSorted()).toEqual(registry.map(({ name }) => name).toSorted());
});
