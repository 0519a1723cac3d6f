import { limits } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { splitWords, type Word } from './split-words.ts';

export type WordedText = { response: string; question: string; text: string; words: Word[] };

/**
 * The words of the newest text answers; `which` selects them as `t`. Postgres finds the words and their base
 * forms in the visitor's language, or otherwise in the prompt's.
 */
export async function readWords(tx: Tx, site: string, which: Fragment): Promise<WordedText[]> {
	const rows = await tx<WordedText[]>`
		with texts as materialized (
			select t.display_id, t.question_id, t.text, case when t.language is null
			    then app.find_text_config((select v.content ->> 'language' from app.revisions v
			        where v.site_id = t.site_id and v.prompt_id = t.prompt_id order by v.number desc limit 1))
			    else t.config end as config
			from app.text_answers t where t.site_id = ${site} ${which}
			order by t.answered_at desc, t.display_id desc, t.question_id desc limit ${limits.inbox.suggestedFrom}
		), tokens as materialized (
			-- 1 to 3 are words, 9 to 11 parts of words with a hyphen, 15 to 17 these words whole.
			select t.display_id, t.question_id, t.config, k.n, lower(k.token) as token, k.tokid in (1, 2, 3, 9, 10, 11) as is_word
			from texts t cross join lateral ts_parse('default', left(t.text, 2000)) with ordinality k (tokid, token, n)
			where k.tokid not in (15, 16, 17) and (k.tokid <> 12 or k.token ~ '[^\\s''’-]')
		), forms as materialized (
			select f.config, f.token, (tsvector_to_array(to_tsvector(f.config::regconfig, f.token)))[1] as base
			from (select distinct config, token from tokens where is_word) f
		)
		select t.display_id as response, t.question_id as question, t.text, coalesce(
			(select jsonb_agg(case when k.is_word then jsonb_build_array(k.token, f.base) end order by k.n)
			 from tokens k left join forms f on f.config = k.config and f.token = k.token
			 where k.display_id = t.display_id and k.question_id = t.question_id), '[]') as words
		from texts t`;
	return rows.map((row) => ({ ...row, words: splitWords(row.words) }));
}
