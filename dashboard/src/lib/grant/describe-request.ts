import { grantDefaults } from '@feedback/contract';
import type { Action, RouteOutput } from '@feedback/contract';

import { listUndone } from '#lib/prompt/publish/describe-rollback.ts';
import { quote, visibleText } from '#lib/text/visible-text.ts';

export type GrantRequest = RouteOutput<'getGrantRequest'>;
type Connection = GrantRequest['connection'];

const kinds: Record<Connection['kind'], string> = {
	cli: 'command line',
	mcp: 'editor or agent',
	ci: 'pipeline',
};

/** Describes the kind of a connection. */
export function describeConnectionKind(kind: Connection['kind']): string {
	return kinds[kind];
}

/**
 * Names the program that sent a request. The command reports its machine; other programs chose their own name.
 *
 * @example
 * describeRequester({ kind: 'cli', name: 'Feedback command', host: 'laptop (linux)' }); // 'Feedback command on
 * laptop (linux)'
 */
export function describeRequester({
	kind,
	name,
	host,
}: Pick<Connection, 'kind' | 'name' | 'host'>): string {
	return visibleText(kind === 'cli' && host !== null ? `${name} on ${host}` : name);
}

/**
 * Describes a request in one line.
 *
 * @example
 * describeRequest(request); // 'publish revision 3 of “export-experience” on “Reports”'
 */
export function describeRequest(request: GrantRequest): string {
	const where = quote(request.site_name ?? request.workspace_name);
	switch (request.action) {
		case 'site:create':
			return request.site_name === null
				? `create a site in ${where}`
				: `create the site ${where} in ${quote(request.workspace_name)}`;
		case 'prompt:draft':
			return `save drafts of prompts on ${where}`;
		case 'launcher:set':
			return request.launcher === null
				? `remove the feedback button of ${where}`
				: `set the feedback button of ${where}, which opens ${quote(request.launcher.survey_id)}`;
		case 'response:read':
			return `read the responses of ${where}`;
		case 'prompt:publish':
			return `${describePublishing(request)} on ${where}`;
	}
}

/** A request as a heading: `Publish revision 3 of “export-experience” on “Reports”`. */
export function titleOfRequest(request: GrantRequest): string {
	const text = describeRequest(request);
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function describePublishing(request: GrantRequest): string {
	const { survey_id: id, revision } = request;
	const what = id === null ? 'any prompt' : quote(id);
	if (revision === null) return `pause, resume or archive ${what}`;
	const from = rollbackFrom(request);
	return from === undefined
		? `publish revision ${revision} of ${what}`
		: `roll back from revision ${from} to ${revision} of ${what}`;
}

// Once the request is decided, the published revision no longer shows whether this was a rollback.
function rollbackFrom({ state, revision, published_revision: live }: GrantRequest) {
	const isRollback = state === 'pending' && revision !== null && live !== null && live > revision;
	return isRollback ? live : undefined;
}

/** Describes what approval allows, and what it does not. */
export function describeConsequences(request: GrantRequest): { will: string[]; not: string } {
	switch (request.action) {
		case 'site:create':
			return {
				will: [
					`It creates ${request.site_name === null ? 'a new site' : `the site ${quote(request.site_name)}`} and can see it from then on.`,
				],
				not:
					request.site_name === null
						? 'It cannot change existing sites or their settings.'
						: 'It cannot create a site of another name, or change existing sites.',
			};
		case 'prompt:draft':
			return {
				will: [
					'It creates prompts and saves new revisions of any prompt of the site.',
					'It deletes drafts that were never published. You can undo that for 7 days.',
					'It creates, changes and archives audiences. You cannot undo archiving.',
					'It creates, changes and deletes the site’s saved filters.',
				],
				not: 'Visitors do not see any of it: publishing needs a separate approval.',
			};
		case 'launcher:set':
			return {
				will:
					request.launcher === null
						? ['Visitors no longer see the button. The prompt that it opens stays published.']
						: [
								'Visitors see exactly this button on every page within a minute, in place of one that is there now.',
								'The prompt opens only when they click on it.',
							],
				not: 'It cannot set another button, change other settings or publish a prompt.',
			};
		case 'response:read':
			return {
				will: [
					'It reads every response and event of the site, and why prompts were not displayed.',
					'What visitors wrote, which may identify them, is sent to that program.',
				],
				not: 'It cannot change or delete anything.',
			};
		case 'prompt:publish':
			return describePublishingConsequences(request);
	}
}

function describePublishingConsequences(request: GrantRequest) {
	const { revision } = request;
	const from = rollbackFrom(request);
	if (revision === null) {
		return {
			will: [
				'It can pause the prompt, resume it at its current revision, or archive it permanently.',
				'Changes apply to visitors immediately.',
			],
			not: 'It cannot publish a new revision.',
		};
	}
	return {
		will: [
			`Visitors of the site see revision ${revision} from then on, exactly as shown here.`,
			...(from === undefined ? [] : [`This undoes the changes in ${listUndone(from, revision)}.`]),
		],
		not: 'It cannot publish any other revision: each needs its own approval.',
	};
}

export type Mode = 'once' | 'until';

/** The preselected decision for an action. */
export function defaultDecision(action: Action): { mode: Mode; hours: number } {
	const { mode, hours } = grantDefaults[action];
	return { mode, hours };
}

export const hourOptions = [1, 24, 24 * 7, 24 * 30];

/** @example formatHours(168); // '7 days' */
export function formatHours(hours: number): string {
	if (hours === 1) return '1 hour';
	return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}
