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

/** What kind of program a connection is. */
export function sayKind(kind: Connection['kind']): string {
	return kinds[kind];
}

/**
 * Who asks. The command tells its machine; everybody else gave themselves the name.
 *
 * @example
 * sayWho({ kind: 'cli', name: 'Feedback command', host: 'laptop (linux)' }); // 'Feedback command on laptop (linux)'
 */
export function sayWho({ kind, name, host }: Pick<Connection, 'kind' | 'name' | 'host'>): string {
	return visibleText(kind === 'cli' && host !== null ? `${name} on ${host}` : name);
}

/**
 * What is asked for, in one line.
 *
 * @example
 * sayRequest(request); // 'publish revision 3 of “export-experience” on “Reports”'
 */
export function sayRequest(request: GrantRequest): string {
	const where = quote(request.site_name ?? request.workspace_name);
	switch (request.action) {
		case 'site:create':
			return `create a site in ${where}`;
		case 'prompt:draft':
			return `save drafts of prompts on ${where}`;
		case 'response:read':
			return `read the responses of ${where}`;
		case 'prompt:publish':
			return `${sayPublishing(request)} on ${where}`;
	}
}

function sayPublishing(request: GrantRequest): string {
	const { survey_id: id, revision } = request;
	const what = id === null ? 'any prompt' : quote(id);
	if (revision === null) return `pause, resume or archive ${what}`;
	const from = goesBackFrom(request);
	return from === undefined
		? `publish revision ${revision} of ${what}`
		: `go back from revision ${from} to ${revision} of ${what}`;
}

// Once it is decided, what is published then no longer says anything about it.
function goesBackFrom({ state, revision, published_revision: live }: GrantRequest) {
	const goesBack = state === 'pending' && revision !== null && live !== null && live > revision;
	return goesBack ? live : undefined;
}

/** What will be possible once it is approved, and what stays impossible. */
export function sayConsequences(request: GrantRequest): { will: string[]; not: string } {
	switch (request.action) {
		case 'site:create':
			return {
				will: ['It makes a new site, and may see that site from then on.'],
				not: 'It cannot change the sites that are there, nor their settings.',
			};
		case 'prompt:draft':
			return {
				will: ['It makes prompts and saves new revisions of any prompt of the site.'],
				not: 'Visitors see none of it: publishing needs another approval.',
			};
		case 'response:read':
			return {
				will: [
					'It reads every response and every event of the site, and why a prompt did not show.',
					'What visitors wrote, which may name them, leaves the service for that program.',
				],
				not: 'It cannot change or delete anything.',
			};
		case 'prompt:publish':
			return sayConsequencesOfPublishing(request);
	}
}

function sayConsequencesOfPublishing(request: GrantRequest) {
	const { revision } = request;
	const from = goesBackFrom(request);
	if (revision === null) {
		return {
			will: [
				'It stops the prompt, starts it again at the revision it had, or puts it away for good.',
				'What visitors see of it changes at once.',
			],
			not: 'It cannot publish a revision that is not published already.',
		};
	}
	return {
		will: [
			`Visitors of the site see revision ${revision} from then on, exactly as it stands below.`,
			...(from === undefined ? [] : [`What changed in ${listUndone(from, revision)} is undone.`]),
		],
		not: 'It cannot publish any other revision: a change needs another approval.',
	};
}

export type Mode = 'once' | 'until';

/** What is chosen before anybody chooses, and the hours on offer. */
export function suggestChoice(action: Action): { mode: Mode; hours: number } {
	const { mode, hours } = grantDefaults[action];
	return { mode, hours };
}

export const hoursOnOffer = [1, 24, 24 * 7, 24 * 30];

/** @example sayHours(168); // '7 days' */
export function sayHours(hours: number): string {
	if (hours === 1) return '1 hour';
	return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}
