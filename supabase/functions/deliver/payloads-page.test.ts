// Writes the documentation page with an example of each payload from a worker's deliveries.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
	responseConditionSchema,
	destinationSettingsSchema,
	eventTypeNames,
	eventTypes,
	limits,
	payloadSchemas,
	type EventType,
} from '@feedback/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { formatText } from '../../../testing/format-text.ts';
import { keepSearchWords } from '../../../testing/keep-search-words.ts';
import { report } from '../../tests/caller.ts';
import { actAs, asPerson, people } from '../../tests/security/actors.ts';
import { newVisit } from '../../tests/visits.ts';
import { storeAnswers } from '../sdk/store-answers.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { createWorker } from './create-worker.ts';
import type { Worker } from './worker.ts';

const content = fileURLToPath(new URL('../../../content/integrations', import.meta.url));

let clock: { ahead: number };
let opened: TestDelivery;
let worker: Worker;
/** Triggers every kind of message. */
async function makeMessages(): Promise<void> {
	const { database, site, prompt } = opened;
	const { admin, ingest } = database;
	await admin`
		insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${people.owner}, 'owner')`;
	const store = (display: string, seq: number, final: boolean, answers: object) =>
		storeAnswers(ingest, {
			site: site.id,
			display,
			seq,
			final,
			answers: answers as never,
			now: null,
		});
	const response = await opened.answer(
		{ score: 2 },
		{ final: false, account: 'account_42', traits: { plan: 'pro' } },
	);
	await store(response, 2, false, { score: 2, why: 'The filter is hard to find' });
	await deliver();
	await store(response, 3, true, { score: 2, why: 'The filter is hard to find.' });
	await admin`select app.pause(${site.id}, ${prompt.id})`;
	await admin`select app.resume(${site.id}, ${prompt.id})`;
	const [saved] = await admin`
		select * from app.save_revision(${site.id}, ${prompt.id}, ${admin.json({ ...prompt.content, budget: { displays: 2 } })})`;
	await admin`select app.publish(${site.id}, ${prompt.id}, 2, ${saved!['sha256'] as string})`;
	await report(ingest, newVisit(site.id), 'done');
	const connection = crypto.randomUUID();
	await admin`insert into app.connections (id, person_id, kind, name) values (${connection}, ${people.owner}, 'mcp', 'Editor')`;
	await admin`insert into app.connection_sites (connection_id, workspace_id, site_id) values (${connection}, ${site.workspace}, ${site.id})`;
	const manage = database.connect('feedback_manage');
	const request = () =>
		manage.begin(async (sql) => {
			await actAs(sql, { name: 'agent', role: 'feedback_agent', connection });
			return sql`select app.request_grant('prompt:draft', null, ${site.id}, null, null) as id`;
		}) as Promise<unknown> as Promise<{ id: string }[]>;
	const [asked] = await request();
	await asPerson(manage, people.owner, (sql) => sql`select app.deny_grant(${asked!.id})`);
	await deliver();
	await request();
	clock.ahead += limits.approval.requestHours * 3_600_000;
	await deliver();
	await asPerson(
		manage,
		people.owner,
		(sql) => sql`select app.erase_person(${site.id}, null, 'account_42', 'hash')`,
	);
	await deliver();
}

async function deliver(): Promise<void> {
	// Changes of a response are collected for a while.
	clock.ahead += 60_000;
	worker.wake({ thorough: true });
	await worker.idle();
}

const times: Record<string, string> = {
	created_at: '2026-01-31T09:00:00.000Z',
	updated_at: '2026-01-31T09:00:05.000Z',
	timestamp: '2026-01-31T09:00:05.000Z',
	expires_at: '2026-02-01T09:00:00.000Z',
};

/**
 * Replaces values that vary between runs: times by their key, and IDs by the order in which the page names
 * them.
 */
function steady(bodies: string[]): string[] {
	const ids = new Map<string, string>();
	const nameId = (id: string) => {
		const known =
			ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
		ids.set(id, known);
		return known;
	};
	return bodies.map((body) =>
		JSON.stringify(
			JSON.parse(body, (key, value: unknown) => times[key] ?? value),
			null,
			2,
		)
			.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameId)
			.replace(/"site_id": "\w+"/, '"site_id": "site_demo000000"')
			.replace(/"survey_id": "survey-\d+"/, '"survey_id": "survey-1"'),
	);
}

const head = `---
title: Payloads
description: 'The body of every kind of message, with an example of each.'
---

The examples show what the service delivers, with different IDs and times. Every body has \`type\`, \`version\`, \`timestamp\` and \`site\`; \`data\` depends on the type. A sample that someone sends to test a destination has \`"test": true\`.

Within a version, fields are only added: ignore fields that you do not know. \`account\`, \`traits\` and \`context\` are present only with \`include_visitor\`.
`;

describe('the page of payloads', () => {
	beforeEach(async () => {
		clock = { ahead: 0 };
		opened = await openDelivery({
			dashboardUrl: 'https://feedback.example.com',
			clock: () => Date.now() + clock.ahead,
		});
		worker = createWorker(opened.service);
	});
	afterEach(async () => {
		await worker.drain();
		await opened.end();
	});

	it('shows an example of every payload', async () => {
		await opened.addDestination({
			settings: { event_types: eventTypeNames, include_visitor: true, partial: true },
		});
		await makeMessages();
		// The last message of each type: messages may arrive in any order, and their IDs are ordered.
		const received = opened.received.toSorted((a, b) =>
			String(a.headers['webhook-id']) < String(b.headers['webhook-id']) ? -1 : 1,
		);
		const bodies = new Map(
			received.map(({ body }) => [(JSON.parse(body) as { type: EventType }).type, body]),
		);
		expect([...bodies.keys()].sort()).toEqual([...eventTypeNames].sort());
		const shown = steady(eventTypeNames.map((type) => bodies.get(type)!));
		const sections = eventTypeNames.map((type, at) => {
			payloadSchemas[type].strict().parse(JSON.parse(bodies.get(type)!));
			return `## ${type}\n\n${eventTypes[type]}\n\n\`\`\`json title="${type}"\n${shown[at]!}\n\`\`\`\n`;
		});
		const path = `${content}/payloads.mdx`;
		const written = keepSearchWords(path, [head, ...sections].join('\n'));
		const page = await formatText(path, written);
		await expect(page).toMatchFileSnapshot(path);
	});
});

it.each(['overview.mdx', 'slack.mdx'])('%s shows a valid condition', (page) => {
	const text = readFileSync(`${content}/${page}`, 'utf8');
	const [, code] = /```json title="condition"\n([^]*?)```/.exec(text)!;
	responseConditionSchema.parse(JSON.parse(code!));
});

it('the page about e-mail shows valid settings', () => {
	const text = readFileSync(`${content}/email.mdx`, 'utf8');
	const [, code] = /```yaml title="destination.yaml"\n([^]*?)```/.exec(text)!;
	destinationSettingsSchema.parse(parse(code!));
});
