import { expect, it } from 'vitest';

import { askTarget } from './ask-target.ts';

it('needs both the site ID and the address', () => {
	expect(askTarget({})).toBeUndefined();
	expect(() => askTarget({ FEEDBACK_DOCS_SITE_ID: 'site_demo000000' })).toThrow('belong together');
	expect(() =>
		askTarget({ FEEDBACK_DOCS_SITE_ID: 'site_demo000000', FEEDBACK_DOCS_API_URL: 'nowhere' }),
	).toThrow('belong together');
});
