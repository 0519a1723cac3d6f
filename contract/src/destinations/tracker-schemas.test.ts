import { expect, it } from 'vitest';

import { jiraTrackerSchema } from './tracker-schemas.ts';

const tracker = { project: 'ENG', issue_type: 'Bug', user: 'ada@example.com' };

it.each([
	'',
	'acme.atlassian.net',
	'https://acme.atlassian.net/#a',
	'https://a:b@acme.atlassian.net',
])('an address that is no Jira has one error: %s', (site) => {
	const { error } = jiraTrackerSchema.safeParse({ ...tracker, site });
	expect(error!.issues.map(({ path, message }) => [path, message])).toEqual([
		[['site'], 'must be the address of a Jira, such as "https://acme.atlassian.net"'],
	]);
});

it('an address of a Jira may end in a slash', () => {
	for (const site of ['https://acme.atlassian.net', 'https://acme.atlassian.net/']) {
		expect(jiraTrackerSchema.parse({ ...tracker, site }).site).toBe(site);
	}
});
