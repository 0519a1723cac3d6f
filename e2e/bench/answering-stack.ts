// For benchmarks of answers: a stack whose sites have a prompt, with or without a webhook, and functions that answer
// it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { listChildren } from '../../server/supervisor/children.ts';
import { sealDestinationSecret } from '../../supabase/functions/_shared/secrets/destination-secret.ts';
import { createKeyring, mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { displaySecret } from '../../supabase/functions/sdk/display-secret.ts';
import { report } from '../../supabase/tests/caller.ts';
import { createDestination } from '../../supabase/tests/destinations.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { createSite, publishPrompt, type TestSite } from '../../supabase/tests/sites.ts';
import { newVisit } from '../../supabase/tests/visits.ts';
import { listTree } from '../server-processes.ts';
import { Connection } from './connection.ts';

/** A final answer: when it was stored, in milliseconds since 1970, and how many milliseconds that took. */
export type Answered = { display: string; storedAt: number; ms: number };

export type AnsweringStack = {
	sql: TestSql;
	/** Adds a site with one published prompt, and with webhooks to a port of this machine. */
	addSite(webhookPorts?: readonly number[]): Promise<TestSite>;
	/** Shows the prompt to this many new visitors. Resolves to the displays. */
	display(site: TestSite, count: number): Promise<string[]>;
	/** Answers the displays over HTTP through the gateway, at this rate per second. */
	answer(site: TestSite, displays: readonly string[], perSecond: number): Promise<Answered[]>;
	/** Processes of Postgres and of the functions. */
	processes(): number[];
	stop(): Promise<void>;
};

/** @param tree the checkout whose service is started; this one by default */
export async function startAnsweringStack({
	tree = join(import.meta.dirname, '../..'),
	environment = {},
}: { tree?: string; environment?: Record<string, string> } = {}): Promise<AnsweringStack> {
	const { startTestStack } = (await import(
		join(tree, 'testing/start-test-stack.ts')
	)) as typeof import('../../testing/start-test-stack.ts');
	const secret = mintSecret();
	const keyring = createKeyring(secret);
	const others = new Set(listChildren(process.pid));
	const stack = await startTestStack({
		environment: {
			FEEDBACK_SECRET: secret,
			FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1',
			...environment,
		},
	});
	const own = listChildren(process.pid).filter((pid) => !others.has(pid));
	const sql = connectDatabase(stack.adminUrl) as unknown as TestSql;
	// Test stacks do not wait for the disk; this stack must.
	await sql`alter system set fsync = on`;
	await sql`select pg_reload_conf()`;
	const gateway = Number(new URL(stack.apiUrl).port);
	const { pathname } = new URL(stack.apiUrl);

	const addWebhook = async (site: TestSite, port: number) => {
		const id = await createDestination(sql, site.id);
		const signing = `whsec_${randomBytes(24).toString('base64')}`;
		const sealed = await sealDestinationSecret(keyring, site.id, id, 'secret', signing);
		await sql`
			update app.destinations set url = ${`http://127.0.0.1:${port}/`}, sealed_secret = ${Buffer.from(sealed)}
			where id = ${id}`;
	};
	return {
		sql,
		async addSite(webhookPorts = []) {
			const site = await createSite(sql);
			await publishPrompt(sql, site.id, {
				trigger: { events: ['done'] },
				limits: { show: 'always' },
			});
			for (const port of webhookPorts) await addWebhook(site, port);
			return site;
		},
		async display(site, count) {
			const displays: string[] = [];
			for (let at = 0; at < count; at++) {
				displays.push((await report(sql, newVisit(site.id), 'done')).display);
			}
			return displays;
		},
		async answer(site, displays, perSecond) {
			const resting: Connection[] = [];
			const started = performance.now();
			const answered = await Promise.all(
				displays.map(async (display, at) => {
					await wait(Math.max(0, (at / perSecond) * 1_000 - (performance.now() - started)));
					const connection = resting.pop() ?? (await Connection.open(gateway));
					const body = JSON.stringify({
						site: site.siteId,
						display,
						secret: displaySecret(keyring, display),
						seq: 1,
						final: true,
						answers: { score: 4 },
					});
					const sent = performance.now();
					const response = await connection.post(`${pathname}/sdk/answer`, body);
					if (response.status >= 300) throw new Error(`${response.status}: ${response.body}`);
					const ms = performance.now() - sent;
					resting.push(connection);
					return { display, storedAt: Date.now(), ms };
				}),
			);
			for (const connection of resting) connection.close();
			return answered;
		},
		processes: () => own.flatMap(listTree),
		async stop() {
			await sql.end();
			await stack.stop();
		},
	};
}
