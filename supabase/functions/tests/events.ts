import { createPool } from '../_shared/pool.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { createHandler } from '../events/handler.ts';
import { createService, type Service } from '../events/service.ts';
import type { BackendEvent, BackendResponse, WireError } from '../../../contract/src/wire.ts';

export type TestEvents = {
	handle(request: Request): Promise<Response>;
	/** Posts a body with a site key, as a server does. */
	post(
		key: string,
		body: unknown,
		headers?: Record<string, string>,
	): Promise<{
		status: number;
		headers: Headers;
		body: BackendResponse;
		error: WireError | undefined;
	}>;
	/** The time that the function and the database use. Tests may change it. */
	clock: { now: number };
	end(): Promise<void>;
};

/** The `events` function with a real database, as its login role. */
export function openEvents(
	ingestUrl: string,
	keyring: Keyring,
	options: Partial<Service> = {},
): TestEvents {
	const sql = createPool(ingestUrl, 'events', { size: 4 });
	const clock = { now: Date.now() };
	const handle = createHandler(createService({ sql, keyring, clock: () => clock.now, ...options }));
	return {
		handle,
		clock,
		async post(key, body, headers = {}) {
			const response = await handle(
				new Request('http://127.0.0.1/functions/v1/events', {
					method: 'POST',
					body: JSON.stringify(body),
					headers: { authorization: `Bearer ${key}`, ...headers },
				}),
			);
			const parsed = (await response.json()) as BackendResponse & { error?: WireError };
			return {
				status: response.status,
				headers: response.headers,
				body: parsed,
				error: parsed.error,
			};
		},
		end: () => sql.end(),
	};
}

/** An event as the backend reports it. */
export function backendEvent(
	account: string,
	name: string,
	more: Partial<BackendEvent> & { at?: number } = {},
): BackendEvent {
	const { at = Date.now(), ...given } = more;
	return { id: mintUuidv7(at), account, name, ...given };
}
