import { logError } from '../_shared/log/log-error.ts';
import { count } from '../_shared/metrics.ts';
import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { asWorker } from './as-worker.ts';
import { createDeliveries, type Recorded } from './deliveries.ts';
import { createOrphanSearch, deleteFiles } from './delete-files.ts';
import { deliver } from './deliverers.ts';
import { notifySiteKeyOwners } from './email/notify-site-key-owners.ts';
import { notifyOwners } from './email/notify-owners.ts';
import { notifyPasskeyResets } from './email/notify-passkey-resets.ts';
import { sendConfirmations } from './email/send-confirmations.ts';
import { sendPushes } from './push/send-pushes.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { runInTurn } from './run-in-turn.ts';
import type { Service } from './service.ts';
import { Worker, type WorkerOptions } from './worker.ts';

/** The worker of a service: claims deliveries from the service's database and sends them. */
export function createWorker(service: Service, options: Partial<WorkerOptions> = {}): Worker {
	const reseal = createResealing(service);
	const queueOrphans = createOrphanSearch(service);
	return new Worker({
		deliveries: createDeliveries(service.sql, service.clock),
		deliver: (delivery) => deliver(service, delivery),
		async lookFurther() {
			await runInTurn([
				() => notifyOwners(service),
				() => notifySiteKeyOwners(service),
				() => notifyPasskeyResets(service),
				() => sendConfirmations(service),
				() => sendPushes(service),
				() => queueOrphans().then(() => deleteFiles(service)),
				reseal,
			]);
		},
		onAttempt(delivery, attempt, recorded) {
			count('deliveries', attempt.outcome);
			if (attempt.outcome !== 'delivered') logFailure(delivery, attempt, recorded);
		},
		onError: (words, error) => logError('deliver', `${words}: ${String(error)}`),
		...options,
	});
}

/** A worker for home and one for each cell: one that waits for its database does not keep the others waiting. */
export function createWorkers(home: Service): Pick<Worker, 'wake' | 'idle' | 'drain'> {
	const cells = [...(home.cells?.values() ?? [])];
	const services = [home, ...cells.map((sql) => ({ ...home, sql, cells: undefined }))];
	const workers = services.map((service) => createWorker(service));
	return {
		wake(options) {
			for (const worker of workers) worker.wake(options);
		},
		async idle() {
			await Promise.all(workers.map((worker) => worker.idle()));
		},
		async drain() {
			await Promise.all(workers.map((worker) => worker.drain()));
		},
	};
}

/** Reseals secrets of previous sealing keys, once per process, because the keys of a process do not change. */
function createResealing({ sql, keyring }: Service): () => Promise<void> {
	let isDone = !keyring.replacesSealingKey;
	return async () => {
		if (isDone) return;
		const { resealed } = await resealSecrets((run) => asWorker(sql, run), keyring);
		isDone = true;
		if (resealed > 0) console.info(`${resealed} secrets were sealed again with the new key.`);
	};
}

// Logs neither content nor target: the path of a URL may be a secret.
function logFailure(
	{ destination, message }: ClaimedDelivery,
	{ outcome, status }: Attempt,
	recorded: Recorded | null,
): void {
	const how = status === null ? outcome : `${outcome} with ${status}`;
	const then = recorded?.paused
		? 'The destination is paused.'
		: recorded?.state === 'waiting'
			? `The next attempt is at ${recorded.next_at}.`
			: '';
	console.warn(
		`${message.id} to the ${destination.kind} ${destination.id}: ${how}. ${then}`.trim(),
	);
}
