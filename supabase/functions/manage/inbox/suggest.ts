import { ServiceError } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';
import { within } from './codebook.ts';
import { findPhrases } from './find-phrases.ts';
import { findSimilar } from './find-similar.ts';
import { insertLabels } from './propose-tags.ts';
import { readWords } from './read-words.ts';
import { noSuchTag } from './tags.ts';

export const suggestTags: Operation<'suggestTags'> = {
	access: 'read only',
	async run({ tx }, { site, ...period }) {
		const [texts, tags] = await Promise.all([
			readWords(
				tx,
				site,
				tx`${within(tx, period)} and not exists (
					select from app.text_tags g where g.site_id = t.site_id and g.display_id = t.display_id
					  and g.question_id = t.question_id)`,
			),
			tx<{ name: string }[]>`select name from app.tags where site_id = ${site}`,
		]);
		const known = new Set(tags.map(({ name }) => name.toLowerCase()));
		return {
			looked_at: texts.length,
			suggestions: findPhrases(texts).filter(({ name }) => !known.has(name)),
		};
	},
};

export const suggestLabels: Operation<'suggestLabels'> = {
	access: 'read write',
	async run({ tx }, { site, tag }) {
		// Locked, so that it is not deleted in the meantime.
		const [found] = await tx<{ state: string }[]>`
			select state from app.tags where site_id = ${site} and id = ${tag} for no key update`;
		if (!found) throw noSuchTag();
		if (found.state === 'proposed') {
			throw new ServiceError('conflict', { message: 'The tag is only proposed. Accept it first.' });
		}
		const has = tx`exists (select from app.text_tags g where g.site_id = t.site_id and g.display_id = t.display_id
			and g.question_id = t.question_id and g.tag_id = ${tag})`;
		const [candidates, examples] = await Promise.all([
			readWords(
				tx,
				site,
				tx`and not ${has} and not exists (
					select from app.label_proposals l where l.site_id = t.site_id and l.display_id = t.display_id
					  and l.question_id = t.question_id and l.tag_id = ${tag})`,
			),
			readWords(tx, site, tx`and ${has}`),
		]);
		if (examples.length === 0) {
			throw new ServiceError('conflict', {
				message: 'No text has the tag yet, so there is nothing to compare with.',
				hint: 'Add the tag to a few texts first.',
			});
		}
		const labels = findSimilar(candidates, examples).map((quote) => ({
			...quote,
			tag,
			is_example: false,
		}));
		return { looked_at: candidates.length, labels: await insertLabels(tx, site, labels, 'method') };
	},
	audit: ({ tag }, { labels }) => (labels > 0 ? { subject: tag } : undefined),
};
