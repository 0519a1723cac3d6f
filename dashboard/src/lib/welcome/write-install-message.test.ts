import { expect, it } from 'vitest';

import { writeInstallMessage } from './write-install-message.ts';

const target = {
	site: 'Shop',
	siteId: 'site_abc123abc123',
	apiUrl: 'https://x.example/functions/v1',
	packagesUrl: 'https://x.example',
};

it('the message has every way to install, with the ID and URL of the site', () => {
	const { subject, text } = writeInstallMessage(target);
	expect(subject).toContain('Shop');
	expect(text).toContain(
		'init --site-id site_abc123abc123 --api-url https://x.example/functions/v1',
	);
	expect(text).toContain("siteId: 'site_abc123abc123'");
	expect(text).toContain('https://x.example/functions/v1/sdk/feedback.js');
	expect(text).toContain('instrumentation-client.ts');
	// Mail programs truncate longer messages in a link.
	expect(encodeURIComponent(text).length).toBeLessThan(4_000);
});

it('without packages, the message has the script tag only', () => {
	const { text } = writeInstallMessage({ ...target, packagesUrl: undefined });
	expect(text).toContain('Add a script tag. In the head of the page:');
	expect(text).not.toContain('npm');
});
