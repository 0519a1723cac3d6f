import { ServiceError } from '@feedback/contract';

import { createMemory } from './memory.ts';
import type { Site } from './database.ts';

const kept = 60_000;
const keptUnknown = 5_000;

/**
 * Sites by their public ID. Settings and proof keys may be up to 60 s old, prompts are never kept. That a
 * site does not exist is remembered for 5 s only, because it may be made at any moment. Calls that come
 * at the same time share one look-up.
 */
export function createSiteCache(load: (siteId: string) => Promise<Site | undefined>) {
	const sites = createMemory<Site | null>(10_000);
	const loading = new Map<string, Promise<Site | null>>();

	async function refresh(siteId: string, now: number): Promise<Site | null> {
		const site = (await load(siteId)) ?? null;
		sites.set(siteId, site, now, site ? kept : keptUnknown);
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
