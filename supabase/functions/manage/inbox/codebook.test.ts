// The codebook: tags with definitions and examples, programs' proposals, and people's decisions about them.
import { limits, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { connect, type TestConnection } from '../../tests/connections.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;
let agent: TestConnection;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, { survey_id: 'codebook', language: 'en' });
	agent = await connect(team.sites.sql, team.manage, team.owner, [site], { name: 'Claude' });
	const { body } = await team.manage.ask(agent, 'requestGrant', { action: 'response:read', site });
	await team.manage.ask(team.owner, 'approveGrant', { request: body.id, mode: 'until', hours: 24 });
});
afterAll(() => team.end());
beforeEach(async () => {
	await team.sites.sql`delete from app.responses where site_id = ${site}`;
	await team.sites.sql`delete from app.tags where site_id = ${site}`;
});

/** Stores a response as the SDK's function does. */
async function respond(why: string, at = '2026-03-01T10:00:00Z', language = 'en') {
	const response = mintUuidv7(Date.parse(at));
	const { sql } = team.sites;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at,
			updated_at, context)
		values (${site}, ${response}, ${prompt}, 1, 1, true, ${sql.json({ why })}, '{}', ${at}, ${at},
			${sql.json({ language: [language] })})`;
	return { response, question: 'why' };
}
type At = Awaited<ReturnType<typeof respond>>;

const create = (body: Omit<RouteInput<'createTag'>, 'site'>, by = team.editor) =>
	team.manage.ask(by, 'createTag', { site, ...body });
const update = (tag: string, body: Omit<RouteInput<'updateTag'>, 'site' | 'tag'>) =>
	team.manage.ask(team.editor, 'updateTag', { site, tag, ...body });
const propose = (body: Omit<RouteInput<'proposeTags'>, 'site'>, by = agent) =>
	team.manage.ask(by, 'proposeTags', { site, ...body });
const decide = (at: At, body: Partial<RouteInput<'updateTextAnswer'>>, by = team.editor) =>
	team.manage.ask(by, 'updateTextAnswer', { site, ...at, ...body });
const codebook = async (period: Partial<RouteInput<'listTags'>> = {}) =>
	(await team.manage.ask(team.viewer, 'listTags', { site, ...period })).body;
const read = async (at: At) =>
	(await team.manage.ask(team.viewer, 'getTextAnswer', { site, ...at })).body.answer;
const slow = { name: 'Slow export', definition: 'An export takes too long' };

describe('the codebook', () => {
	it('has tags with definitions and examples, and counts over a period', async () => {
		const early = await respond('The export is  slow', '2026-02-01T10:00:00Z');
		const late = await respond('Export took an hour', '2026-03-01T10:00:00Z');
		await respond('Lovely', '2026-03-02T10:00:00Z');
		const made = await create({ ...slow, examples: [{ ...early, quote: 'export is slow' }] });
		expect(made.body).toMatchObject({
			...slow,
			state: 'accepted',
			proposed_by: null,
			created_by: { person: team.editor.id },
			// As the visitor wrote it.
			examples: [{ ...early, quote: 'export is  slow' }],
		});
		const tag = made.body.id;
		await decide(late, { add_tags: ['slow EXPORT'], status: 'done' });
		expect(await codebook()).toMatchObject({
			answers: 3,
			untagged: 1,
			tags: [{ id: tag, answers: 2, open: 1 }],
		});
		expect(await codebook({ since: '2026-02-15T00:00:00Z' })).toMatchObject({
			answers: 2,
			untagged: 1,
			tags: [{ id: tag, answers: 1, open: 0, examples: [{ quote: 'export is  slow' }] }],
		});
		expect(await codebook({ until: '2026-01-01T00:00:00Z' })).toMatchObject({
			answers: 0,
			untagged: 0,
			tags: [{ id: tag, answers: 0 }],
		});
		const changed = await update(tag, {
			definition: 'Exports that take minutes',
			add_examples: [{ ...late, quote: 'took an hour' }],
			remove_examples: [early],
		});
		expect(changed.body).toMatchObject({
			name: 'Slow export',
			definition: 'Exports that take minutes',
			examples: [{ ...late, quote: 'took an hour' }],
		});
		// No longer an example, but still tagged.
		expect((await read(early)).tags).toMatchObject([{ id: tag, is_example: false }]);
		// The texts of a visitor are deleted with the response.
		await team.manage.ask(team.owner, 'deleteResponse', { site, response: late.response });
		expect((await codebook()).tags).toMatchObject([{ examples: [], answers: 1 }]);
	});

	it('names what is wrong, and changes nothing then', async () => {
		const at = await respond('Slow');
		const quoted = async (example: object) =>
			(await create({ ...slow, examples: [{ ...at, quote: 'Slow', ...example }] })).error;
		expect(await quoted({ quote: 'Fast' })).toMatchObject({
			code: 'invalid_request',
			field: 'examples.0.quote',
		});
		expect(await quoted({ question: 'other' })).toMatchObject({
			code: 'invalid_request',
			field: 'examples.0.question',
		});
		expect(await quoted({ quote: 'x'.repeat(limits.inbox.quote + 1) })).toMatchObject({
			code: 'invalid_request',
			field: 'examples.0.quote',
		});
		expect((await create({ name: 'Slow', definition: 'x'.repeat(501) })).error).toMatchObject({
			field: 'definition',
		});
		expect((await codebook()).tags).toEqual([]);
		const { body } = await create(slow);
		expect((await create({ name: 'SLOW export' })).error).toMatchObject({
			code: 'conflict',
			field: 'name',
		});
		const many = await Promise.all(
			Array.from({ length: limits.inbox.examples + 1 }, (_, n) => respond(`Slow ${n}`)),
		);
		const examples = many.map((one) => ({ ...one, quote: 'Slow' }));
		await update(body.id, { add_examples: examples.slice(1) });
		expect((await update(body.id, { add_examples: examples.slice(0, 1) })).error).toMatchObject({
			code: 'conflict',
			message: `A tag has at most ${limits.inbox.examples} examples.`,
		});
		expect((await read(many[0]!)).tags).toEqual([]);
	});
});

describe('proposals', () => {
	const proposed = async () => {
		const [one, two, three] = await Promise.all(
			['Exports are slow', 'An export takes an hour', 'Export: too slow'].map((text) =>
				respond(text),
			),
		);
		const { body } = await propose({
			tags: [{ ...slow, examples: [{ ...one!, quote: 'are slow' }] }],
			labels: [
				{ ...two!, tag: slow.name, quote: 'takes an hour' },
				{ ...three!, tag: slow.name.toUpperCase(), quote: 'too slow' },
			],
		});
		return { one: one!, two: two!, three: three!, tag: body.tags[0]!.id, body };
	};

	it('add no tag to a text until a person accepts them', async () => {
		const { one, two, three, tag, body } = await proposed();
		expect(body).toMatchObject({ tags: [{ name: slow.name }], labels: 3, known: 0 });
		expect(body.url).toContain(`/sites/${site}/inbox`);
		const by = { kind: 'connection', connection: 'Claude' };
		expect(await codebook()).toMatchObject({
			untagged: 3,
			tags: [
				{
					...slow,
					state: 'proposed',
					proposed_by: by,
					answers: 0,
					proposals: { open: 3 },
					examples: [{ ...one, quote: 'are slow' }],
				},
			],
			proposers: [{ ...by, open: 3, accepted: 0, rejected: 0 }],
		});
		const { body: inbox } = await team.manage.ask(team.viewer, 'getInbox', { site });
		expect(inbox).toMatchObject({ tags: [], proposed: { tags: 1, answers: 3 } });
		expect(await read(two)).toMatchObject({
			tags: [],
			proposed: [{ id: tag, quote: 'takes an hour', proposed_by: by }],
		});
		const listed = async (filter: string) =>
			(await team.manage.ask(team.viewer, 'listTextAnswers', { site, proposed: filter })).body.items
				.length;
		expect(await listed('any')).toBe(3);
		expect(await listed(tag)).toBe(3);

		// Accepting the tag accepts its examples, and nothing that the person may not have read.
		expect((await update(tag, { state: 'accepted', name: 'Slow' })).body).toMatchObject({
			name: 'Slow',
			state: 'accepted',
			proposed_by: by,
			examples: [{ quote: 'are slow' }],
		});
		expect(await read(one)).toMatchObject({
			tags: [{ id: tag, proposed_by: by, added_by: { person: team.editor.id }, is_example: true }],
			proposed: [],
		});
		expect(await read(two)).toMatchObject({ tags: [], proposed: [{ id: tag }] });
		await decide(two, { add_tags: ['Slow'] });
		expect((await read(two)).tags).toMatchObject([{ quote: 'takes an hour', proposed_by: by }]);
		expect((await decide(three, { remove_tags: ['Slow'] })).body).toMatchObject({
			changed: true,
			tags: [],
			proposed: [],
		});
		expect(await codebook()).toMatchObject({
			tags: [{ answers: 2, proposals: { open: 0, accepted: 2, rejected: 1 } }],
			proposers: [{ ...by, open: 0, accepted: 2, rejected: 1 }],
		});
		// A person who removes an accepted label disagrees with its proposer.
		await decide(two, { remove_tags: ['Slow'] });
		expect((await codebook()).proposers).toMatchObject([{ accepted: 1, rejected: 2 }]);
		expect(await listed('any')).toBe(0);
	});

	it('are not made twice, nor again after they were rejected', async () => {
		const { two, tag } = await proposed();
		const again = { tags: [], labels: [{ ...two, tag: slow.name, quote: 'takes an hour' }] };
		expect((await propose(again)).body).toMatchObject({ tags: [], labels: 0, known: 1 });
		await update(tag, { state: 'accepted' });
		await decide(two, { remove_tags: [slow.name] });
		expect((await propose(again)).body).toMatchObject({ labels: 0, known: 1 });
		expect((await read(two)).proposed).toEqual([]);
	});

	it('are rejected with their tag', async () => {
		const { one, tag } = await proposed();
		await team.manage.ask(team.editor, 'deleteTag', { site, tag });
		expect(await codebook()).toMatchObject({ tags: [], proposers: [] });
		expect(await read(one)).toMatchObject({ tags: [], proposed: [] });
	});

	it('may be made by viewers, who cannot accept any', async () => {
		const { two, tag } = await proposed();
		const at = await respond('Slow');
		const body = { tags: [], labels: [{ ...at, tag: slow.name, quote: 'Slow' }] };
		expect((await propose(body, team.viewer as TestConnection)).body).toMatchObject({ labels: 1 });
		expect((await read(at)).proposed).toMatchObject([
			{ proposed_by: { kind: 'person', person: team.viewer.id } },
		]);
		const { error } = await decide(two, { add_tags: [slow.name] }, team.viewer);
		expect(error).toMatchObject({ code: 'forbidden' });
		const accepted = await team.manage.ask(team.viewer, 'updateTag', {
			site,
			tag,
			state: 'accepted',
		});
		expect(accepted.error).toMatchObject({ code: 'forbidden' });
	});

	it('need only the grant for reading; a program cannot accept any', async () => {
		const { two, tag } = await proposed();
		const blind = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const body = { tags: [], labels: [{ ...two, tag: slow.name, quote: 'hour' }] };
		expect((await propose(body, blind)).error).toMatchObject({ code: 'approval_required' });
		for (const asked of [
			await team.manage.ask(agent, 'updateTag', { site, tag, state: 'accepted' }),
			await team.manage.ask(agent, 'updateTextAnswer', { site, ...two, add_tags: [slow.name] }),
			await team.manage.ask(agent, 'deleteTag', { site, tag }),
		]) {
			expect(asked.status).toBe(403);
		}
		// Without the routes, the database enforces the same.
		const claims = JSON.stringify({ connection: agent.id, call: crypto.randomUUID() });
		const as = (run: string) =>
			team.sites.sql.begin(async (sql) => {
				await sql`select set_config('request.jwt.claims', ${claims}, true)`;
				await sql`set local role feedback_agent`;
				return sql.unsafe(run);
			});
		const label = `'${site}', '${two.response}', 'why', '${tag}'`;
		for (const refused of [
			`insert into app.tags (site_id, name, state, created_by)
				values ('${site}', 'Mine', 'accepted', '${team.owner.id}')`,
			`insert into app.label_proposals (site_id, display_id, question_id, tag_id, source, quote, created_by)
				values (${label}, 'method', 'hour', '${team.owner.id}')`,
			`insert into app.label_proposals (site_id, display_id, question_id, tag_id, proposer, quote, created_by)
				values (${label}, 'Another', 'hour', '${team.owner.id}')`,
			`insert into app.text_tags (site_id, display_id, question_id, tag_id, created_by)
				values (${label}, '${team.owner.id}')`,
			`update app.label_proposals set state = 'accepted' where site_id = '${site}'`,
		]) {
			await expect(as(refused), refused).rejects.toMatchObject({ code: '42501' });
		}
	});

	it('name the invalid value, and store nothing', async () => {
		const at = await respond('Slow');
		const label = { ...at, tag: 'Slow', quote: 'Slow' };
		const tag = { name: 'Slow', definition: '', examples: [{ ...at, quote: 'Slow' }] };
		expect((await propose({ tags: [], labels: [label] })).error).toMatchObject({
			code: 'invalid_request',
			field: 'labels.0.tag',
		});
		expect(
			(await propose({ tags: [tag], labels: [label, { ...label, quote: 'Fast' }] })).error,
		).toMatchObject({ code: 'invalid_request', field: 'labels.1.quote' });
		expect((await propose({ tags: [{ ...tag, examples: [] }], labels: [] })).error).toMatchObject({
			field: 'tags.0.examples',
		});
		const named = Array.from({ length: limits.inbox.proposedTags + 1 }, (_, n) => ({
			...tag,
			name: `Slow ${n}`,
		}));
		expect((await propose({ tags: named, labels: [] })).error).toMatchObject({
			code: 'conflict',
			message: `A site has at most ${limits.inbox.proposedTags} proposed tags.`,
		});
		expect((await codebook()).tags).toEqual([]);
	});

	it('follow the text: words that it no longer contains are not quoted', async () => {
		const { one, two, tag } = await proposed();
		await update(tag, { state: 'accepted' });
		for (const { response } of [one, two]) {
			await team.sites.sql`
				update app.responses set answers = '{"why": "Never mind"}' where site_id = ${site} and display_id = ${response}`;
		}
		expect(await read(one)).toMatchObject({ tags: [{ id: tag, quote: null, is_example: false }] });
		expect(await read(two)).toMatchObject({ tags: [], proposed: [] });
	});
});

describe('suggestions', () => {
	const suggest = async () => (await team.manage.ask(team.viewer, 'suggestTags', { site })).body;
	const texts = [
		'I like it. The CSV export is slow!',
		'CSV exports are slow for us',
		'Please, a csv export that is faster',
		'Dark mode, please',
		'A dark mode would be lovely',
		'Nothing else matters here',
	];

	it('are phrases that are frequent in texts without a tag, with quotes', async () => {
		const [first] = await Promise.all(texts.map((text) => respond(text)));
		const { looked_at: count, suggestions } = await suggest();
		expect(count).toBe(texts.length);
		expect(suggestions.map(({ name }) => name)).toEqual(['csv export', 'dark mode']);
		expect(suggestions).toMatchObject([{ answers: 3 }, { answers: 2 }]);
		expect(suggestions[0]!.examples).toContainEqual({ ...first, quote: 'The CSV export is slow!' });
		expect((await codebook()).tags).toEqual([]);
		// Texts with a tag are not suggested again.
		await create({ name: 'Export', examples: suggestions[0]!.examples });
		expect((await suggest()).suggestions.map(({ name }) => name)).toEqual(['dark mode']);
	});

	it('are never stop words, also of a language that the browser does not have', async () => {
		await respond('I have to wait for the export', undefined, 'de');
		await respond('Why do I have to sign in again?', undefined, 'de');
		await respond('Please let me skip what I have to read', undefined, 'ja');
		expect((await suggest()).suggestions).toEqual([]);
	});

	it('are empty without texts, or when no phrase occurs twice', async () => {
		expect(await suggest()).toEqual({ looked_at: 0, suggestions: [] });
		await respond('Only once');
		await respond('?!');
		expect((await suggest()).suggestions).toEqual([]);
	});

	it('for labels are proposals by the method, for texts similar to those with the tag', async () => {
		const [first, second, third, dark] = await Promise.all(texts.map((text) => respond(text)));
		const { body } = await create({ name: 'Export' });
		const ask = () => team.manage.ask(team.editor, 'suggestLabels', { site, tag: body.id });
		expect((await ask()).error).toMatchObject({
			code: 'conflict',
			hint: 'Add the tag to a few texts first.',
		});
		await decide(first!, { add_tags: ['Export'] });
		expect((await ask()).body).toEqual({ looked_at: 5, labels: 2 });
		const by = { kind: 'method', connection: null };
		expect((await read(second!)).proposed).toMatchObject([{ name: 'Export', proposed_by: by }]);
		expect((await read(dark!)).proposed).toEqual([]);
		await decide(third!, { remove_tags: ['Export'] });
		await decide(second!, { add_tags: ['Export'] });
		expect((await codebook()).proposers).toMatchObject([{ ...by, accepted: 1, rejected: 1 }]);
		// Rejected labels are not proposed again.
		expect((await ask()).body).toMatchObject({ labels: 0 });
	});
});

describe('a tag that is deleted while it is used', () => {
	/** Runs a call while the deletion of the tag is not committed yet. */
	const whileDeleting = async <Result>(tag: string, run: () => Promise<Result>) => {
		let running: Promise<Result>;
		await team.sites.sql.begin(async (sql) => {
			await sql`delete from app.tags where site_id = ${site} and id = ${tag}`;
			running = run();
			for (;;) {
				const [{ waiting }] = await team.sites.sql<[{ waiting: number }]>`
					select count(*)::int as waiting from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock'`;
				if (waiting > 0) break;
			}
		});
		return running!;
	};

	it('is created again by a person who adds it to a text', async () => {
		const at = await respond('Slow');
		const { body } = await create(slow);
		const added = await whileDeleting(body.id, () =>
			decide(at, { add_tags: [slow.name], status: 'done' }),
		);
		expect(added.body).toMatchObject({ status: 'done', tags: [{ name: slow.name }] });
		expect((await codebook()).tags).toMatchObject([{ definition: '', answers: 1 }]);
	});

	it('causes a conflict for a program that proposes it, and nothing is stored', async () => {
		const at = await respond('Slow');
		const { body } = await create(slow);
		const asked = await whileDeleting(body.id, () =>
			propose({ tags: [], labels: [{ ...at, tag: slow.name, quote: 'Slow' }] }),
		);
		expect(asked.error).toMatchObject({
			code: 'conflict',
			message: 'The tag was deleted meanwhile. Nothing was changed.',
		});
		expect(await codebook()).toMatchObject({ tags: [], proposers: [] });
	});
});
