// The examples of the API reference: one call of every route, with the service's response.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { routes, type Route, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { printJson } from '../../../contract/generate/print-json.ts';
import { exampleOf, hasSameShape, steady, type ApiExamples } from '../tests/api-example.ts';
import type { TestConnection } from '../tests/connections.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { onlyOfConnections, openRouteInputs, type RouteInputs } from '../tests/route-inputs.ts';

const path = fileURLToPath(new URL('../../../content/api/examples.json', import.meta.url));

let opened: RouteInputs;
let connection: TestConnection;

beforeAll(async () => {
	opened = await openRouteInputs();
	connection = await opened.connectReader(opened.people.owner);
});
afterAll(() => opened.end());

// The owner is a member already, and cannot leave workspaces that have no other owner.
const callers: { [Name in RouteName]?: keyof RouteInputs['people'] } = {
	acceptInvitation: 'stranger',
	deleteAccount: 'editor',
	undoAccountDeletion: 'editor',
};

async function callAll(manage: TestManage): Promise<ApiExamples> {
	const examples: ApiExamples = {};
	for (const [name, route] of Object.entries<Route>(routes) as [RouteName, Route][]) {
		const person = opened.people[callers[name] ?? 'owner'];
		const caller = onlyOfConnections.includes(name) ? connection : person;
		const input = await opened.inputs[name](person);
		const { status, headers, body, error } = await opened.ask(caller, name, input as never, manage);
		expect(status, `${name}: ${JSON.stringify(error)}`).toBe(200);
		examples[name] = exampleOf(route, input as object, {
			body,
			type: headers.get('content-type')!,
		});
	}
	return examples;
}

it('every route has an example with the service’s current response', async () => {
	// The first round fills the lists. Both rounds are more requests than one instance accepts from one person at once.
	const { keyring, files } = opened.manage;
	const first = openManage(opened.sites.manageUrl, { keyring, files });
	await callAll(first);
	await first.end();
	const examples = steady(await callAll(opened.manage));
	const committed = readFileSync(path, 'utf8');
	// IDs, times and figures differ from run to run; only a different shape requires a new file.
	const isCurrent = hasSameShape(examples, JSON.parse(committed));
	await expect(isCurrent ? committed : printJson(examples)).toMatchFileSnapshot(path);
});
