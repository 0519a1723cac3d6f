import { randomUUID } from 'node:crypto';

import { ServiceError } from '@feedback/contract';

import type { Handlers, Input } from './handler-types.ts';
import { hashLauncher, requirePromptOf } from './launcher.ts';
import { page } from './page.ts';
import { findSite } from './sites.ts';
import { addGrant, later, now } from './state.ts';
import type { State } from './state.ts';
import { summarize } from './stored-prompt.ts';

function decide(state: State, id: string) {
	const request = state.requests.find((candidate) => candidate.id === id);
	if (!request) {
		throw new ServiceError('not_found', {
			message: 'There is no such request for you.',
			field: 'request',
		});
	}
	if (request.state !== 'pending') return request;
	if (state.person_decides === 'deny') {
		request.state = 'denied';
		request.reason = 'Not this week.';
	}
	if (state.person_decides === 'expire') request.state = 'expired';
	if (state.person_decides === 'approve') {
		request.state = 'approved';
		request.approved_revision = request.revision;
		const { action, prompt, revision } = request;
		const site_name = action === 'site:create' ? request.site_name : null;
		const sha256 = action === 'launcher:set' ? request.sha256 : null;
		addGrant(state, action, 'once', { prompt, revision, site_name, sha256 });
	}
	return request;
}

function checkTarget(state: State, grant: Input<'requestGrant'>): void {
	const { action, workspace, site, prompt, revision, launcher } = grant;
	const missing = (field: string, message: string) =>
		new ServiceError('invalid_request', { field, message });
	if (action === 'site:create') {
		if (!workspace) throw missing('workspace', 'Name the workspace that gets the site.');
		return;
	}
	if (!site) throw missing('site', 'Name the site.');
	if (action === 'prompt:publish' && !prompt)
		throw missing('prompt', 'Name the prompt to publish.');
	if (action === 'launcher:set' && launcher === undefined) {
		throw missing('launcher', 'Give the launcher to set, or null to remove it.');
	}
	findSite(state, site);
	if (launcher) requirePromptOf(state, launcher);
	const found = state.prompts.find(({ id }) => id === prompt);
	if (prompt && (!found || (revision ?? 1) > found.revisions.length)) {
		throw new ServiceError('not_found', {
			message: 'The site has no such prompt, or the prompt no such revision.',
		});
	}
}

function requestGrant(state: State, wanted: Input<'requestGrant'>) {
	checkTarget(state, wanted);
	const about = state.prompts.find(({ id }) => id === wanted.prompt);
	const { launcher } = wanted;
	const sha256 =
		launcher === undefined
			? (about?.revisions[(wanted.revision ?? 0) - 1]?.sha256 ?? null)
			: hashLauncher(launcher);
	const same = state.requests.find(
		(request) =>
			request.state === 'pending' &&
			request.action === wanted.action &&
			request.prompt === (wanted.prompt ?? null) &&
			(wanted.action !== 'site:create' || request.site_name === (wanted.site_name ?? null)) &&
			request.sha256 === sha256 &&
			request.revision === (wanted.revision ?? null),
	);
	if (same) return same;
	const id = randomUUID();
	const request: State['requests'][number] = {
		id,
		connection: {
			id: state.connection,
			kind: 'cli',
			name: 'Feedback command',
			host: 'laptop',
			created_at: now,
		},
		action: wanted.action,
		workspace: state.workspace,
		workspace_name: 'Demo workspace',
		site: wanted.site ?? null,
		site_name: wanted.site ? findSite(state, wanted.site).name : (wanted.site_name ?? null),
		prompt: wanted.prompt ?? null,
		survey_id: about ? summarize(about).survey_id : null,
		revision: wanted.revision ?? null,
		launcher: launcher ?? null,
		sha256,
		published_revision: about?.published ?? null,
		latest_revision: about?.revisions.length ?? null,
		state: 'pending',
		approved_revision: null,
		changes: [],
		reason: null,
		created_at: now,
		expires_at: later,
		url: `${state.url}/approvals/${id}`,
		combination: false,
		unmet: null,
		missing: null,
	};
	state.requests.push(request);
	return request;
}

export const grants = {
	requestGrant,
	getGrantRequest: (state, { request }) => decide(state, request),
	listGrantRequests: (state, { limit, state: wanted }) =>
		page(
			state.requests.filter((request) => !wanted || request.state === wanted),
			limit,
		),
	listGrants: (state, { limit }) => page(state.grants, limit),
	revokeGrant: (state, { grant }) => {
		const at = state.grants.findIndex(({ id }) => id === grant);
		if (at < 0 && !state.revoked.has(grant)) {
			throw new ServiceError('not_found', { message: 'There is no such grant.' });
		}
		if (at >= 0) state.grants.splice(at, 1);
		state.revoked.add(grant);
		return { removed: true };
	},
} satisfies Handlers;
