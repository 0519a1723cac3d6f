import { expect, it } from 'vitest';

import manifest from '../package.json' with { type: 'json' };
import { findVersions } from './write-manifest.ts';

it('gives the peers of a package the versions of this tree', () => {
	const peers = ['@better-auth/core', '@better-auth/utils', '@better-fetch/fetch', 'better-call'];
	const pinned = Object.entries(manifest.dependencies).filter(([name]) => peers.includes(name));
	expect(pinned).toHaveLength(peers.length);
	expect(findVersions(['@better-auth/passkey'])).toMatchObject(Object.fromEntries(pinned));
});

it('omits optional peers', () => {
	expect(findVersions(['better-auth'])).not.toHaveProperty('react');
});
