import { compareValues, ServiceError } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { Input } from './handler-types.ts';
import { author } from './state.ts';
import type { State } from './state.ts';
import { findPrompt, revisionOf, summarize } from './stored-prompt.ts';

/** Publishes a revision; throws when it is not the approved one. */
export function publishPrompt(
	state: State,
	input: Input<'publishPrompt'>,
): RouteOutput<'publishPrompt'> {
	const prompt = findPrompt(state, input);
	const { revision, if_latest, sha256 } = input;
	if (revision > prompt.revisions.length) {
		throw new ServiceError('not_found', {
			message: `The prompt has no revision ${revision}.`,
			field: 'revision',
		});
	}
	const wanted = revisionOf(prompt, revision);
	if (sha256 !== undefined && sha256 !== wanted.sha256) {
		throw new ServiceError('revision_conflict', {
			message: `The content of revision ${revision} is not what was approved.`,
			field: 'sha256',
		});
	}
	const latest = prompt.revisions.length;
	if (if_latest && revision < latest) {
		throw new ServiceError('revision_conflict', {
			message: `Revision ${latest} is newer, saved by ${author}; nothing was published.`,
			field: 'revision',
		});
	}
	if (prompt.state === 'archived') {
		throw new ServiceError('conflict', { message: 'An archived prompt stays archived.' });
	}
	const from = prompt.published;
	const changed = prompt.state !== 'published' || from !== revision;
	Object.assign(prompt, { state: 'published', published: revision });
	const went_back =
		from !== null && from > revision
			? {
					from,
					to: revision,
					undone: Array.from({ length: from - revision }, (_, at) => {
						const { revision: number, created_at, created_by } = revisionOf(prompt, from - at);
						return { revision: number, created_at, created_by };
					}),
					fields: compareValues(revisionOf(prompt, from).content, wanted.content).map(
						({ path }) => path,
					),
				}
			: null;
	return { ...summarize(prompt), changed, went_back };
}
