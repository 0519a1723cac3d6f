import { expect, it } from 'vitest';

import { writeOwnSite } from './write-own-site.ts';

const own = { siteId: 'site_abcd1234efgh', apiUrl: 'https://feedback.example.com/functions/v1' };

it.each([
	[
		"Feedback.init({ siteId: 'site_demo000000' });",
		"Feedback.init({ siteId: 'site_abcd1234efgh', apiUrl: 'https://feedback.example.com/functions/v1' });",
	],
	[
		"init({\n  siteId: 'site_demo000000',\n  apiUrl: 'https://<project>.supabase.co/functions/v1',\n});",
		"init({\n  siteId: 'site_abcd1234efgh',\n  apiUrl: 'https://<project>.supabase.co/functions/v1',\n});",
	],
	[
		'<script async src="http://127.0.0.1:54321/functions/v1/sdk/feedback.js"></script>',
		'<script async src="https://feedback.example.com/functions/v1/sdk/feedback.js"></script>',
	],
	["const siteId = 'site_demo000000';", "const siteId = 'site_abcd1234efgh';"],
])('%j gets the own site', (code, written) => {
	expect(writeOwnSite(code, own)).toBe(written);
});

it('keeps the URL of the local stack if the server does not know another', () => {
	expect(writeOwnSite("init({ siteId: 'site_demo000000' })", { siteId: own.siteId })).toBe(
		"init({ siteId: 'site_abcd1234efgh' })",
	);
});
