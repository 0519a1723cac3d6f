// A workspace with a prompt that asks for texts, and the requests of its inbox.
import type { RouteInput } from '@feedback/contract';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { openWorkspace } from './workspace.ts';

type Given = { answers: Record<string, unknown>; at?: string; language?: string; subject?: string };
export type Changes = Omit<RouteInput<'updateTextAnswer'>, 'site' | 'response' | 'question'>;
type Filter = Partial<RouteInput<'listTextAnswers'>>;

/** Opens a workspace whose prompt asks for one text and one "other" text. */
export async function openTestInbox() {
	const team = await openWorkspace();
	const site = team.site.id;
	const { sql } = team.sites;
	const prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'inbox',
		language: 'en',
		questions: [
			{ id: 'why', type: 'long_text', title: 'Why?' },
			{
				id: 'parts',
				type: 'multiple_choice',
				title: 'Which parts?',
				options: [
					{ value: 'exporting', label: 'Exporting' },
					{ value: 'api', label: 'API' },
				],
				other_label: 'Another',
			},
		],
		translations: { de: { questions: { why: { title: 'Warum?' } } } },
	});

	/** Stores a response as the SDK's function does; resolves to its UUID. */
	async function respond({ answers, at = '2026-03-01T10:00:00Z', language, subject }: Given) {
		const id = mintUuidv7(Date.parse(at));
		const context =
			language === undefined ? null : { language: [language, language.split('-')[0]!] };
		await sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at,
				updated_at, subject_id, context)
			values (${site}, ${id}, ${prompt}, 1, 1, true, ${sql.json(answers as never)}, '{"plan":"pro"}', ${at}, ${at},
				${subject ?? null}, ${context && sql.json(context)})`;
		return id;
	}

	async function makeSubject(account: string | null) {
		const id = crypto.randomUUID();
		await sql`
			insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
			values (${site}, ${id}, ${account}, ${id}, now(), now())`;
		return id;
	}

	const list = async (filter: Filter = {}, by = team.viewer) =>
		(await team.manage.ask(by, 'listTextAnswers', { site, ...filter })).body;
	const change = (response: string, body: Changes, by = team.editor) =>
		team.manage.ask(by, 'updateTextAnswer', { site, response, question: 'why', ...body });

	return {
		team,
		site,
		prompt,
		respond,
		makeSubject,
		list,
		change,
		clear: () => sql`delete from app.responses where site_id = ${site}`,
		texts: async (filter: Filter = {}) => (await list(filter)).items.map(({ text }) => text),

		/** Everything that a team noted about the text answers of the site. */
		async countTriage() {
			const [row] = await sql<Record<'texts' | 'tagged' | 'notes', number>[]>`
				select (select count(*)::int from app.text_answers where site_id = ${site}) as texts,
				       (select count(*)::int from app.text_tags where site_id = ${site}) as tagged,
				       (select count(*)::int from app.text_notes where site_id = ${site}) as notes`;
			return row!;
		},

		async triage(response: string) {
			const question = 'why';
			await change(response, { status: 'done', assignee: team.viewer.id, add_tags: ['Slow'] });
			await team.manage.ask(team.editor, 'createNote', {
				site,
				response,
				question,
				body: 'Known problem',
			});
		},
	};
}
