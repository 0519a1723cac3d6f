import { firstIssues } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { findUnknownAnswersOfPrompt } from '../audiences/find-unknown-answers.ts';
import { AudienceIssue, fillInAudience } from '../audiences/resolve-audience.ts';
import type { Operation } from '../operation/operation.ts';
import { findBrokenReferences } from './broken-references.ts';
import { findTraitConflicts } from './find-trait-conflicts.ts';
import { requirePrompt } from './prompt-summary.ts';
import { findContentIssues } from './validate-prompt.ts';

export const checkPrompt: Operation<'checkPrompt'> = {
	access: 'read only',
	async run({ tx, service }, { site, content, prompt: id }) {
		if (id !== undefined) await requirePrompt(tx, site, id);
		const { faults, more, warnings, prompt } = findContentIssues(content, service.clock());
		if (!prompt) return { valid: false, faults, more, warnings, content: null };
		try {
			const filled = await fillInAudience(tx, site, prompt);
			const unknown = await findUnknownAnswersOfPrompt(tx, site, filled);
			if (unknown.length > 0) {
				const errors = firstIssues(unknown.map(({ path, message }) => ({ path, message })));
				return { valid: false, faults: errors.issues, more: errors.more, warnings, content: null };
			}
			const found = [
				...(await findUnseenEvents(tx, site, prompt)),
				...(await findTraitConflicts(tx, site, prompt)),
				...(id === undefined ? [] : await findBrokenReferences(tx, { site, prompt: id }, prompt)),
			];
			return { valid: true, faults, more, warnings: [...warnings, ...found], content: filled };
		} catch (error) {
			if (!(error instanceof AudienceIssue)) throw error;
			const { path, message } = error;
			return { valid: false, faults: [{ path, message }], more: 0, warnings, content: null };
		}
	},
};

/** Events of the trigger that the site has never received. */
async function findUnseenEvents(tx: Tx, site: string, { trigger }: Prompt) {
	const events = trigger?.events ?? [];
	const rows = await tx<{ name: string }[]>`
		select name from app.event_names where site_id = ${site} and name = any(${events})`;
	const seen = new Set(rows.map(({ name }) => name));
	return events.flatMap((name, at) =>
		seen.has(name)
			? []
			: [{ path: ['trigger', 'events', at], message: `"${name}" was never reported on this site` }],
	);
}
