import { ServiceError } from '@feedback/contract';

import { createExpiringCache } from '../_shared/expiring-cache.ts';
import type { Site } from './database.ts';

const maxAgeMs = 60_000;
const unknownMaxAgeMs = 5_000;

/**
 * Sites by their public ID. Settings and proof keys may be up to 60 s old; prompts are never cached. A missing
 * site is cached for only 5 s, because it may be created at any moment. Concurrent calls share one look-up.
 */
export function createSiteCache(load: (siteId: string) => Promise<Site | undefined>) {
	const sites = createExpiringCache<Site | null>(10_000);
	const loading = new Map<string, Promise<Site | null>>();

	async function refresh(siteId: string, now: number): Promise<Site | null> {
		const site = (await load(siteId)) ?? null;
		sites.set(siteId, site, now, site ? maxAgeMs : unknownMaxAgeMs);
		return site;
	}

	/** Throws `unknown_site`. */
	return async function findSite(siteId: string, now: number): Promise<Site> {
		let site = sites.get(siteId, now);
		if (site === undefined) {
			let pending = loading.get(siteId);
			if (!pending) {
				pending = refresh(siteId, now).finally(() => loading.delete(siteId));
				loading.set(siteId, pending);
			}
			site = await pending;
		}
		if (site === null) {
			throw new ServiceError('unknown_site', {
				field: 'site',
				hint: 'Compare the siteId passed to Feedback.init with the one in the dashboard.',
			});
		}
		return site;
	};
}

export type FindSite = ReturnType<typeof createSiteCache>;
