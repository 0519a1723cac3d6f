// A browser for tests of the identity service: stores cookies, and calls from the dashboard's origin.
import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { createPerson } from '../../server/identity/create-person.ts';
import type { IdentityOptions } from '../../server/identity/identity-options.ts';
import { type Identity, startIdentity } from '../../server/identity/identity.ts';
import { type KeptMessage, Mailbox } from '../../server/identity/mailbox.ts';

export const publicUrl = 'https://feedback.example.com';

export type TestIdentity = {
	database: TestDatabase;
	identity: Identity;
	mailbox: Mailbox;
	lines: string[];
	options: IdentityOptions;
	/** Creates a person who may sign in; resolves to their ID. */
	createPerson(person: { email: string; password?: string }): Promise<string>;
	/** Another instance over the same database, stopped with this one. */
	startAnother(options?: Partial<IdentityOptions>): Promise<Identity>;
	stop(): Promise<void>;
};

/** An identity service over its own database, with a mailbox in place of a mail server. */
export async function openIdentity(changed: Partial<IdentityOptions> = {}): Promise<TestIdentity> {
	const database = await createDatabase();
	const mailbox = new Mailbox();
	const lines: string[] = [];
	const options: IdentityOptions = {
		publicUrl,
		databaseUrl: database.url('feedback_identity', false),
		secret: 'a secret of the tests that is long enough to use',
		mail: mailbox,
		methods: { password: true, email: true, passkeys: true },
		allowedDomains: [],
		providers: [],
		log: (line) => lines.push(line),
		...changed,
	};
	const identity = await startIdentity(options);
	const others: Identity[] = [];
	return {
		database,
		identity,
		mailbox,
		lines,
		options,
		createPerson: (person) => createPerson(options.databaseUrl, person),
		async startAnother(different = {}) {
			const other = await startIdentity({ ...options, ...different });
			others.push(other);
			return other;
		},
		async stop() {
			for (const one of [identity, ...others]) await one.stop();
			await database.close();
		},
	};
}

let browsers = 0;
const nextAddress = () => `203.0.${Math.floor(++browsers / 250)}.${(browsers % 250) + 1}`;

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

/** One browser: its cookies, its network address and the page that sends its requests. */
export class TestBrowser {
	readonly cookies = new Map<string, string>();
	readonly address: string;
	origin: string | undefined;

	/** By default every browser has a separate address, because addresses have rate limits. */
	constructor(address = nextAddress(), origin: string | undefined = publicUrl) {
		this.address = address;
		this.origin = origin;
	}

	get(identity: Identity, path: string, headers: Record<string, string> = {}): Promise<Answer> {
		return this.#send(identity, path, { method: 'GET', headers });
	}

	post(
		identity: Identity,
		path: string,
		body: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		return this.#send(identity, path, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json', ...headers },
		});
	}

	async #send(
		identity: Identity,
		path: string,
		init: { method: string; body?: string; headers: Record<string, string> },
	): Promise<Answer> {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const request = new Request(`http://127.0.0.1/auth${path}`, {
			...init,
			redirect: 'manual',
			headers: {
				...(cookie && { cookie }),
				...(this.origin && { origin: this.origin }),
				...init.headers,
			},
		});
		const response = await identity.handle(request, this.address);
		for (const line of response.headers.getSetCookie()) this.#keep(line);
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
		const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
		return { status: response.status, headers: response.headers, body };
	}

	#keep(line: string): void {
		const [pair = '', ...attributes] = line.split(';');
		const [name = '', value = ''] = pair.split(/=(.*)/s);
		const isOver = attributes.some((one) => /^\s*max-age=0$/i.test(one));
		if (isOver) this.cookies.delete(name);
		else this.cookies.set(name, value);
	}
}

/** Signs in with the code from a message. */
export async function signInByCode(
	{ identity, mailbox }: Pick<TestIdentity, 'identity' | 'mailbox'>,
	email: string,
	browser = new TestBrowser(),
): Promise<TestBrowser> {
	const former = newestTo(mailbox, email);
	await browser.post(identity, '/email-otp/send-verification-otp', { email, type: 'sign-in' });
	const code = await waitForCode(mailbox, email, former);
	const answer = await browser.post(identity, '/sign-in/email-otp', { email, otp: code });
	if (answer.status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(answer.body)}`);
	return browser;
}

/** The code of the newest message to an address, once a new one has arrived. */
export async function waitForCode(
	mailbox: Mailbox,
	email: string,
	former?: KeptMessage,
): Promise<string> {
	for (;;) {
		const message = newestTo(mailbox, email);
		const code = message !== former && /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
		if (code) return code;
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

function newestTo(mailbox: Mailbox, email: string): KeptMessage | undefined {
	return mailbox.messages.find(({ to }) => to === email);
}

/** The access token of a signed-in browser. */
export async function readToken(browser: TestBrowser, identity: Identity): Promise<string> {
	const { status, body } = await browser.get(identity, '/token');
	if (status !== 200) throw new Error(`There is no token: ${status}`);
	return String(body['token']);
}
