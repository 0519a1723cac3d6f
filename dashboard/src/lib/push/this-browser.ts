import { asset } from '$app/paths';

import type { Client } from '@feedback/client';

import { describeBrowser } from '#lib/own-account/describe-browser.ts';

/** What keeps this browser from showing notifications; undefined if nothing does. */
export type Obstacle = 'unsupported' | 'not-installed' | 'blocked';

/** Finds out whether this browser can show notifications of the service. */
export function findObstacle(): Obstacle | undefined {
	if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
		// Safari on these systems offers notifications only to an app on the home screen.
		return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'not-installed' : 'unsupported';
	}
	return Notification.permission === 'denied' ? 'blocked' : undefined;
}

/** SHA-256 of the endpoint of this browser's subscription, in hexadecimal; undefined without one. */
export async function hashOwnEndpoint(): Promise<string | undefined> {
	if (findObstacle()) return undefined;
	const subscription = await findSubscription();
	if (!subscription) return undefined;
	const endpoint = new TextEncoder().encode(subscription.endpoint);
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', endpoint));
	return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Asks the person for permission and subscribes this browser. Must be called by a click.
 *
 * @returns whether the person allowed it
 */
export async function subscribe(client: Client, publicKey: string): Promise<boolean> {
	if ((await Notification.requestPermission()) !== 'granted') return false;
	const worker = asset('push-worker.js');
	const registration = await navigator.serviceWorker.register(worker, { updateViaCache: 'none' });
	await waitUntilActive(registration);
	// It may be bound to another key, of a service that was at this address before.
	await (await registration.pushManager.getSubscription())?.unsubscribe();
	const subscription = await registration.pushManager.subscribe({
		userVisibleOnly: true,
		applicationServerKey: publicKey,
	});
	const { endpoint, keys } = subscription.toJSON();
	await client
		.createPushSubscription({
			endpoint: endpoint!,
			keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! },
			browser: describeBrowser(navigator.userAgent),
		})
		.catch(async (error: unknown) => {
			await subscription.unsubscribe();
			throw error;
		});
	return true;
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
	await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
	const registration = await navigator.serviceWorker.getRegistration(asset('push-worker.js'));
	return registration ? registration.pushManager.getSubscription() : null;
}

async function waitUntilActive({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
	const worker = installing ?? waiting;
	if (!worker) return;
	await new Promise<void>((resolve, reject) => {
		const look = () => {
			if (worker.state === 'activated') resolve();
			if (worker.state === 'redundant') reject(new Error('The browser did not start the worker.'));
		};
		worker.addEventListener('statechange', look);
		look();
	});
}
