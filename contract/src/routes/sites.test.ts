import { expect, it } from 'vitest';

import { siteRoutes } from './sites.ts';

it('a change of settings leaves out those that it does not name', () => {
	expect(siteRoutes.updateSettings.body.parse({})).toEqual({});
});
