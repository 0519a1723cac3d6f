import type { RouteOutput } from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

import { describeAction } from './describe-grant.ts';

export type LostAccess = RouteOutput<'listLostAccess'>['items'][number];

const kinds = { cli: 'Command', mcp: 'Editor or agent', ci: 'CI token' };

export function describeConnectionKind({ kind }: LostAccess): string {
	return kinds[kind];
}

/** Describes the cause: `You are a viewer of “Acme” now.` */
export function describeCause({ cause, role, workspace_name: workspace }: LostAccess): string {
	const where = quote(workspace);
	if (cause === 'left') return `You left ${where}.`;
	if (cause === 'removed') return `You were removed from ${where}.`;
	return `You are ${role === 'viewer' ? 'a' : 'an'} ${role} of ${where} now.`;
}

/** Describes the loss: `It no longer sees “Reports”. It had no sites left, so it ended.` */
export function describeLoss({ sites, actions, ended, kind }: LostAccess): string {
	const lost = [
		...(actions.length > 0 && kind !== 'ci'
			? [`Approvals that ended: ${actions.map(describeAction).join(', ')}.`]
			: []),
		...(sites.length > 0 ? [`It no longer sees ${sites.map(quote).join(', ')}.`] : []),
	];
	if (ended) lost.push(kind === 'ci' ? 'The token ended.' : 'It had no sites left, so it ended.');
	return lost.join(' ');
}
