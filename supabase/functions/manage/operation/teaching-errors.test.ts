// Errors name what is allowed, in the words and forms that callers use.
import { expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();

it('an unknown field is answered with all known ones, those already present included', async () => {
	const content = { ...contentOf(), frequency: 'always' } as never;
	const { error } = await at.manage.ask(at.owner, 'createPrompt', { site: at.site.id, content });
	expect(error.message).toMatch(/known are: .*\btrigger\b.*\blimits\b/);
});

it('a period takes a day, as in the command, and an error shows both forms', async () => {
	const ask = (since: string) =>
		at.manage.ask(at.owner, 'listResponses', { site: at.site.id, since });
	expect((await ask('2026-01-31')).status).toBe(200);
	expect((await ask('2026-01-31T09:00:00+01:00')).status).toBe(200);
	expect((await ask('31.01.2026')).error.message).toBe(
		'since must be a day or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z',
	);
});

it('of two alternatives exactly one is asked for', async () => {
	const event = { name: 'made' };
	const { error } = await at.manage.ask(at.owner, 'testRules', {
		site: at.site.id,
		event,
	} as never);
	expect(error.message).toBe('visitor or account must be given: exactly one of them');
});

it('a missing approval says that the page asks for a combination, and how to avoid that', async () => {
	await at.grant('response:read');
	const { error } = await at.acts['prompt:publish']();
	expect(approvalOf(error)).toBeDefined();
	expect(error.hint).toMatch(/allow that combination.*give up the grant for response:read/);
});
