import { createKeyring, mintSecret, type Keyring } from '../_shared/secrets/keyring.ts';
import { createPool } from '../_shared/pool.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { createHandler, type Connection } from '../sdk/handler.ts';
import { createService, type ServiceOptions } from '../sdk/service.ts';

export const chrome =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

export type Reply<Body = Record<string, unknown>> = {
	status: number;
	headers: Headers;
	body: Body;
};

export type TestSdk = {
	handle(request: Request, connection?: Connection): Promise<Response>;
	/** Posts to a route below `/sdk`, as a person in Chrome; text and bytes are sent unchanged. */
	post<Body = Record<string, unknown>>(
		route: string,
		body: unknown,
		headers?: Record<string, string>,
	): Promise<Reply<Body>>;
	keyring: Keyring;
	/** Statements sent to the database so far. */
	statements(): number;
	/** The time that the function and the database use. Tests may change it. */
	clock: { now: number };
	end(): Promise<void>;
};

/** The `sdk` function with a real database, as its login role. */
export function openSdk(ingestUrl: string, options: Partial<ServiceOptions> = {}): TestSdk {
	let statements = 0;
	const sql = createPool(ingestUrl, 'sdk', {
		size: 4,
		session: { onStatement: () => statements++ },
	});
	const keyring = options.keyring ?? createKeyring(mintSecret());
	const clock = { now: Date.now() };
	const service = createService({ sql, keyring, clock: () => clock.now, ...options });
	const handle = createHandler(service);
	return {
		handle,
		keyring,
		clock,
		statements: () => statements,
		async post<Body>(route: string, body: unknown, headers: Record<string, string> = {}) {
			const raw = typeof body === 'string' || body instanceof Uint8Array;
			const response = await handle(
				new Request(`http://127.0.0.1/functions/v1/sdk${route}`, {
					method: 'POST',
					body: raw ? (body as string) : JSON.stringify(body),
					headers: {
						'content-type': 'text/plain',
						'user-agent': chrome,
						'x-forwarded-for': randomAddress(),
						...headers,
					},
				}),
			);
			return {
				status: response.status,
				headers: response.headers,
				body: (await response.json()) as Body,
			};
		},
		end: () => sql.end(),
	};
}

function randomAddress(): string {
	const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
	return `10.${a}.${b}.${c}`;
}

/** A new visitor in a session that has just begun. */
export function newCaller(site: string, now: number) {
	return {
		site,
		visitor: crypto.randomUUID(),
		session: mintUuidv7(now),
		sdk: '0.4.0',
		context: { path: '/reports', device: 'desktop', languages: ['de-AT', 'en'] },
	};
}

/** An event as the SDK reports it. */
export function newEvent(name: string, now: number, more: Record<string, unknown> = {}) {
	return { id: mintUuidv7(now), name, ...more };
}
