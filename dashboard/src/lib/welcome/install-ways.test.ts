import { describe, expect, it } from 'vitest';

import { firstEventName, listInstallWays } from './install-ways.ts';

const target = {
	siteId: 'site_abc123abc123',
	apiUrl: 'https://x.example/functions/v1',
	packagesUrl: 'https://docs.example',
};

describe('the ways to install', () => {
	it.each(listInstallWays(target))('$name contains the site ID and the API URL', (way) => {
		const code = way.steps.map((step) => step.code).join('\n');
		expect(code).toContain(target.siteId);
		expect(code).toContain(target.apiUrl);
	});

	it('take the packages from the instance', () => {
		for (const { id, steps } of listInstallWays(target)) {
			if (id !== 'script') expect(steps[0]!.code, id).toContain('https://docs.example/npm/');
		}
	});

	it('are only the script tag if nobody knows where the packages are', () => {
		const ways = listInstallWays({ ...target, packagesUrl: undefined });
		expect(ways.map(({ id }) => id)).toEqual(['script']);
	});

	it('report a test event, except the wizard, which reports its own', () => {
		const [, ...ways] = listInstallWays(target);
		for (const { steps } of ways) expect(steps.at(-1)!.code).toContain(`'${firstEventName}'`);
	});
});
