import type { DestinationSettingsInput, RouteInput } from '@feedback/contract';

import { deleteDestinations } from '../../tests/destinations.ts';
import { createWorker } from '../deliver/create-worker.ts';
import { openDelivery, type TestDelivery } from './deliver.ts';
import { openManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import type { TestTracker } from './tracker.ts';

/** A site with one destination that creates issues in a test's tracker, its members, and a worker. */
export type IssueDelivery = Awaited<ReturnType<typeof openIssueDelivery>>;

type Given<Route extends 'sendResponses' | 'listIssues'> = Partial<RouteInput<Route>>;
type TrackerSettings = Extract<DestinationSettingsInput, { tracker: unknown }>;

export const dashboardUrl = 'https://feedback.example.com';

export async function openIssueDelivery(tracker: TestTracker, settings: TrackerSettings) {
	let now: number | undefined;
	const opened = await openDelivery({
		dashboardUrl,
		outgoing: tracker.outgoing,
		clock: () => now ?? Date.now(),
	});
	const sql = opened.database.admin;
	const manage = openManage(opened.database.url('feedback_manage'), { dashboardUrl });
	const worker = createWorker(opened.service);
	const [owner, editor] = await Promise.all([signIn(), signIn()]);
	const [row] = await sql<{ workspace_id: string }[]>`
		select workspace_id from app.sites where id = ${opened.site.id}`;
	await join(sql, row!.workspace_id, owner, 'owner');
	await join(sql, row!.workspace_id, editor, 'editor');
	const place = { site: opened.site.id, destination: '' };
	const deliver = async () => {
		worker.wake({ thorough: true });
		await worker.idle();
	};
	return {
		sql,
		manage,
		owner,
		editor,
		/** The destination. */
		place,
		answer: opened.answer satisfies TestDelivery['answer'],
		/** Starts with a new destination, and the real time. */
		async reset(more: object = { event_types: ['response.closed'] }): Promise<void> {
			now = undefined;
			await deleteDestinations(sql);
			tracker.calls.length = 0;
			tracker.faults.length = 0;
			const { id } = await opened.addDestination({ settings: { ...settings, ...more } });
			place.destination = id;
		},
		/** Sends what is due. */
		deliver,
		/** Sends what is due a day later. */
		async deliverLater(): Promise<void> {
			now = (now ?? Date.now()) + 86_400_000;
			await deliver();
		},
		/** Newest first. */
		async readDeliveries() {
			return (await manage.ask(owner, 'listDeliveries', { ...place, limit: 10 })).body.items;
		},
		send: (by: TestPerson, responses: string[], more: Given<'sendResponses'> = {}) =>
			manage.ask(by, 'sendResponses', { ...place, responses, title: 'Slow exports', ...more }),
		async listIssues(query: Given<'listIssues'> = {}) {
			return (await manage.ask(owner, 'listIssues', { site: place.site, ...query })).body.items;
		},
		async end(): Promise<void> {
			await worker.drain();
			await manage.end();
			await opened.end();
			await tracker.close();
		},
	};
}
