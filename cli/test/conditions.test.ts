// What the command says about a standing grant with conditions.
import { expect, it } from 'vitest';

import { createPerson } from './run.ts';
import { addGrant } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();

it.each([
	['grant list', 'publishes only while all of these hold:'],
	['whoami', 'until 2099'],
])('`%s` names the conditions of a grant', async (line, before) => {
	addGrant(service.state, 'prompt:publish', 'until', {
		conditions: [{ kind: 'texts_only' }, { kind: 'uses', times: 5 }],
		uses: 2,
	});
	const person = createPerson(service, 'fbt_good');
	const { code, stdout } = await person.run(line.split(' '));
	expect(code).toBe(0);
	for (const part of [before, 'only texts change: questions, labels', 'at most 5 times']) {
		expect(stdout).toContain(part);
	}
});

it('`grant list` says how often it was used', async () => {
	addGrant(service.state, 'prompt:publish', 'until', {
		conditions: [{ kind: 'uses', times: 5 }],
		uses: 2,
	});
	const { stdout } = await createPerson(service, 'fbt_good').run(['grant', 'list']);
	expect(stdout).toContain('until, used 2×');
});
