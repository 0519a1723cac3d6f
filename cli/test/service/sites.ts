import { randomUUID } from 'node:crypto';

import { sampleSiteName, ServiceError } from '@feedback/contract';

import type { Handlers } from './handler-types.ts';
import { page } from './page.ts';
import { now } from './state.ts';
import type { State } from './state.ts';

/** Throws `not_found` when the connection has no such site. */
export function findSite(state: State, site: string) {
	const found = state.sites.find(({ id }) => id === site);
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'There is no such site, or it was not chosen for this connection.',
			field: 'site',
		});
	}
	return found;
}

export const sites = {
	whoami: (state) => ({
		kind: 'connection',
		person: state.person,
		name: null,
		has_passkey: null,
		email: 'ada@example.com',
		connection: {
			id: state.connection,
			name: 'Feedback command',
			sites: state.sites.map(({ id }) => id),
		},
		grants: state.grants.map(({ action, site, expires_at, conditions }) => ({
			action,
			site,
			expires_at,
			conditions,
		})),
		workspaces: [
			{ id: state.workspace, name: 'Demo workspace', role: 'owner' },
			...state.otherWorkspaces.map((id) => ({
				id,
				name: 'Other workspace',
				role: 'owner' as const,
			})),
		],
		agents_paused: state.agentPauses,
	}),
	listSites: (state, { workspace, limit, cursor }) =>
		page(
			state.sites.filter((site) => site.workspace === workspace),
			limit,
			cursor,
		),
	getSite: (state, { site }) => findSite(state, site),
	listSiteKeys: (state, { site }) => {
		findSite(state, site);
		return { items: [], next: null };
	},
	addSampleSite: (state, { workspace }) => {
		if (state.sites.some(({ sample }) => sample)) {
			throw new ServiceError('conflict', { message: 'The workspace has sample data already.' });
		}
		const site = {
			id: randomUUID(),
			workspace,
			name: sampleSiteName,
			site_id: 'site_samplesample',
			sample: true,
			created_at: now,
			first_event_at: now,
		};
		state.sites.push(site);
		return site;
	},
	createSite: (state, { workspace, name, id }) => {
		if (state.sites.some((site) => site.id === id)) {
			throw new ServiceError('conflict', {
				message: 'There is a site with this id already.',
				field: 'id',
			});
		}
		const site = {
			id: id ?? randomUUID(),
			workspace,
			name,
			site_id: 'site_abcdefghijkl',
			sample: false,
			created_at: now,
			first_event_at: null,
		};
		state.sites.push(site);
		return site;
	},
} satisfies Handlers;
