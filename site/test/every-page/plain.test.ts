import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, inject, it } from 'vitest';

it('a site that was built without a site ID asks readers on no page', async () => {
	const html = await readFile(join(inject('plainSite'), 'sdk/methods/index.html'), 'utf8');
	expect(html).not.toContain('docs-ask');
	expect(html).not.toContain('ask-page');
	const manifest = await readFile(join(inject('plainSite'), '_server/manifest.json'), 'utf8');
	expect((JSON.parse(manifest) as { policy: string }).policy).toContain("connect-src 'self';");
});
