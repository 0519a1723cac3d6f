import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import { type Build, builds } from '../../server/parts/builds.ts';
import { demoSite } from '../../supabase/seed.ts';

/** Host of the service that the pages ask at their end. Tests that let them ask lead it to a stack. */
export const askedHost = 'feedback.localhost';

const output = 'site/build';

/** The documentation as its tests need it: with the probe page, and asking readers for the demo's site. */
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
