// Each rule finds the error that it is written for, in a text that is otherwise correct.
import { promptSchema } from '@feedback/contract';
import { beforeAll, describe, expect, it } from 'vitest';

import {
	findDashedFlags,
	findDashedFlagsInMarkdown,
	findLiteralBackticks,
} from './find-broken-typography.ts';
import { findLooseNumbers, findStaleNumbers } from './find-loose-numbers.ts';
import { findUnknownCodes } from './find-unknown-codes.ts';
import { findUnknownFlags, type Programs } from './find-unknown-flags.ts';
import { findWrongOptions, findWrongRequirements } from './find-wrong-requirements.ts';
import { readKnownNames, type KnownNames } from './known-names.ts';
import { readPrograms } from './read-programs.ts';
import { readProse } from './read-prose.ts';

let known: KnownNames;
let programs: Programs;
beforeAll(async () => {
	[known, programs] = await Promise.all([readKnownNames(), readPrograms()]);
});

describe('codes', () => {
	it.each([
		'The same key with another body is `conflict`, and `survey_id` names the prompt.',
		'It has `hidden`, `busy` or `late` (it could not be drawn in time).',
		'```\n`idempotency_conflict`\n```',
		'| Code | Meaning |\n| --- | --- |\n| `conflict` | It was changed. |\n',
	])('that exist are right: %#', (text) => {
		expect(findUnknownCodes(text, known)).toEqual([]);
	});

	it.each([
		['Otherwise the answer is `idempotency_conflict`.', 'idempotency_conflict'],
		['It fails with `refused`.', 'refused'],
		['It fails with `survey_id`.', 'survey_id'],
		['Set `survey_name` in the file.', 'survey_name'],
		['It has `hidden`, `busy`, `hindered` (the file is missing) or `late`.', 'hindered'],
		['| Code | Meaning |\n| --- | --- |\n| `clash` | It was changed. |\n', 'clash'],
	])('that do not exist are found: %s', (text, code) => {
		expect(findUnknownCodes(text, known)).toEqual([expect.stringMatching(`^${code} `)]);
	});
});

describe('flags', () => {
	it.each([
		'`feedback prompt publish <prompt_uuid> --if-latest --json` publishes it.',
		'## feedback prompt publish\n\n| Option | Does |\n| --- | --- |\n| `--if-latest` | Refuses. |\n',
		'Run `feedback --version`, or `npm install --global @feedback/cli`.',
		'```sh\nnpm run deploy -- --project abc --dry-run\n```',
		'`feedback-server` reads the file named with `--config`.',
		'`feedback-server backup mark --config feedback.yaml before-import` names a moment.',
		'```sh\nfeedback-server restore --from /mnt/backups --to-mark before-import\n```',
		'Set `--feedback-accent` in your style sheet.',
	])('of the command are right: %#', (text) => {
		expect(findUnknownFlags(text, programs)).toEqual([]);
	});

	it.each([
		['`feedback prompt pause <prompt_uuid> --if-latest` pauses it.', '--if-latest', 'prompt pause'],
		[
			'## feedback prompt pause\n\n```sh\n# Pause\nfeedback prompt pause x\n```\n\nSee `prompt show`: `--if-latest`.',
			'--if-latest',
			'prompt pause',
		],
		['## feedback prompt pause\n\nWith `--if-latest` it refuses.', '--if-latest', 'prompt pause'],
		['| Option | Does |\n| --- | --- |\n| `--rev` | for `publish` |\n', '--rev', 'prompt publish'],
		['```sh\nfeedback prompt save x --fil prompt.yaml\n```', '--fil', 'prompt save'],
		['```sh\nnpm run deploy -- --dryrun\n```', '--dryrun', 'npm run deploy'],
		['```sh\nfeedback-server backup --from x\n```', '--from', 'feedback-server backup'],
		['`feedback-server` has `--data`.', '--data', 'feedback-server'],
		['A bare `--no-such-flag`.', '--no-such-flag', ''],
	])('of another command are found: %s', (text, flag, command) => {
		const [issue, ...more] = findUnknownFlags(text, programs);
		expect(issue).toContain(`${flag} is no flag of ${command}`);
		expect(more).toEqual([]);
	});
});

describe('numbers of limits', () => {
	const page = (body: string) => ({
		path: 'p',
		source: `---\ntitle: In 5 minutes\n---\n\n${body}\n`,
	});

	it.each([
		'Events are kept for {limits.event.days} days.',
		'```\nat most 160 characters\n```',
		'See [the limits](/reference/limits/#160-characters), and `"30 days"`.',
	])('that are read from the contract are right: %#', (body) => {
		expect(findLooseNumbers(page(body), [])).toEqual([]);
	});

	it.each([
		['A name has at most 160 characters.', 'at most 160'],
		['Events are kept for 30 days.', '30 days'],
		['They are kept for thirty days.', 'thirty days'],
		['`limit` is 5, at most 20.', 'at most 20'],
	])('that are written out are found: %s', (body, number) => {
		expect(findLooseNumbers(page(body), [])).toEqual([expect.stringContaining(`"${number}"`)]);
	});

	it('on the list are right on their page only, and only while the page states them', () => {
		const held = [{ page: 'p', text: 'after 55 seconds' }];
		const states = page('A call ends after 55 seconds.');
		expect(findLooseNumbers(states, held)).toEqual([]);
		expect(findLooseNumbers({ ...states, path: 'q' }, held)).toHaveLength(1);
		expect(findStaleNumbers([states], held)).toEqual([]);
		expect(findStaleNumbers([page('A call ends.')], held)).toHaveLength(1);
	});
});

describe('what is required', () => {
	const complete = promptSchema.parse({
		survey_id: 'a',
		name: 'A',
		thank_you: { title: 'Thanks' },
		questions: [{ id: 'a', type: 'nps', title: 'A?' }],
	});
	const table = (field: string, text: string) =>
		`| Field | Holds | Default | Meaning |\n| - | - | - | - |\n| \`${field}\` | string | ${text} | It. |\n`;

	it.each([
		['survey_id', 'required'],
		['thank_you.title', 'required in `thank_you`'],
		['language', '`"en"`'],
	])('passes where it matches the schema: %s', (field, text) => {
		expect(findWrongRequirements(table(field, text), promptSchema, complete)).toEqual([]);
	});

	it.each([
		['survey_id', ''],
		['thank_you.title', 'required'],
		['language', 'required'],
	])('is found where it contradicts the schema: %s', (field, text) => {
		const found = findWrongRequirements(table(field, text), promptSchema, complete);
		expect(found).toEqual([expect.stringMatching(`^${field} is documented as`)]);
	});

	it('of options matches their type', () => {
		const source = '\tsiteId: string;\n\tdebug?: boolean;\n';
		const rows = (debug: string) =>
			`| [\`siteId\`](#siteid) | string | yes | It. |\n| \`debug\` | boolean | ${debug} | It. |\n`;
		expect(findWrongOptions(rows('no'), source)).toEqual([]);
		expect(findWrongOptions(rows('yes'), source)).toHaveLength(1);
	});

	it('fails without its table, instead of finding nothing', () => {
		expect(() => findWrongRequirements('No table.', promptSchema, complete)).toThrow('no table');
		expect(() => findWrongOptions('No table.', '')).toThrow('no table');
	});
});

describe('typography', () => {
	it.each([
		'How long `--verify` waits – and why.',
		'From 1–20, a so-called–thing.',
		'```sh\nfeedback init --verify\n```',
	])('that is right: %#', (text) => {
		expect(findDashedFlagsInMarkdown(text)).toEqual([]);
	});

	it.each(['How long –verify waits.', '`—verify`', '“grant list –pending” shows them.'])(
		'a dash before an option is found: %s',
		(text) => {
			expect(findDashedFlagsInMarkdown(text)).toHaveLength(1);
			const html = text.replace(/`([^`]*)`/, '$1');
			expect(readProse(`<p>${html}</p>`).flatMap(findDashedFlags)).toHaveLength(1);
		},
	);

	it('finds backticks that readers see, except those in code', () => {
		const backticksOf = (html: string) => findLiteralBackticks(readProse(html));
		expect(backticksOf('<td>Answers `conflict`.</td>')).toHaveLength(1);
		expect(backticksOf('<td>Answers <code>`a`</code>.</td><pre>`</pre>')).toEqual([]);
	});
});
