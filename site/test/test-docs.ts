import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import { type Build, builds } from '../../server/parts/builds.ts';
import { demoSite } from '../../supabase/seed.ts';

/**
 * Host of the service to which the question at the end of a page reports. Tests of that question redirect it to a
 * stack.
 */
export const askedHost = 'feedback.localhost';

const output = 'site/build';

/** The documentation for its tests: with the probe page, and with the question to readers on the demo's site. */
export const testDocs: Build = {
	...builds.site,
	name: 'the documentation for its tests',
	output,
	environment: {
		FEEDBACK_DOCS_OUT: join(root, output),
		FEEDBACK_DOCS_PROBE: '1',
		FEEDBACK_DOCS_URL: 'http://127.0.0.1:43219',
		FEEDBACK_DOCS_SITE_ID: demoSite.siteId,
		FEEDBACK_DOCS_API_URL: `http://${askedHost}/functions/v1`,
	},
};
