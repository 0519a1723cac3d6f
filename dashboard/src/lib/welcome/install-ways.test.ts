import { describe, expect, it } from 'vitest';

import { firstEventName, listInstallWays } from './install-ways.ts';

const target = { siteId: 'site_abc123abc123', apiUrl: 'https://x.example/functions/v1' };

describe('the ways to install', () => {
	it.each(listInstallWays(target))('$name names the site, and where the service is', (way) => {
		const code = way.steps.map((step) => step.code).join('\n');
		expect(code).toContain(target.siteId);
		expect(code).toContain(target.apiUrl);
	});

	it('but the wizard, which does it by itself, report an event to look for', () => {
		const [, ...ways] = listInstallWays(target);
		for (const { steps } of ways) expect(steps.at(-1)!.code).toContain(`'${firstEventName}'`);
	});
});
