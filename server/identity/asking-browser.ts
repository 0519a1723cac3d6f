import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A row of the table of codes that better-auth was about to store. */
export type PendingCode = { identifier: string; value: string; expiresAt: Date };

/** The browser whose request is being handled, until its response. */
export const askingBrowser = new AsyncLocalStorage<AskingBrowser>();

/** Accounts that one browser remembers. */
const mostKnown = 5;
const keptSeconds = 180 * 24 * 60 * 60;

/**
 * The browser that sends a request: a random number in a cookie that scripts cannot read. Codes are bound to it.
 * The cookie also proves with which addresses this browser has signed in: those have separate limits.
 */
export class AskingBrowser {
	readonly #nonce: string;
	readonly #secret: string;
	readonly #name: string;
	#known: string[];
	#isChanged = false;
	/** Network address; undefined when it is not known. */
	readonly address: string | undefined;
	/** What `sendVerificationOTP` stores once its message may be sent. */
	pendingCode: PendingCode | undefined;

	constructor(
		request: Request,
		{ publicUrl, secret }: { publicUrl: string; secret: string },
		address: string | undefined,
	) {
		this.#secret = secret;
		this.#name = `${publicUrl.startsWith('https:') ? '__Secure-' : ''}feedback.browser`;
		// Without the zone of a link-local address, and as IPv4 where it is mapped.
		this.address = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
		const [nonce = '', ...known] = readCookie(request, this.#name).split('.');
		const isValid = /^[\w-]{22}$/.test(nonce);
		this.#nonce = isValid ? nonce : randomBytes(16).toString('base64url');
		this.#known = isValid ? known.slice(0, mostKnown) : [];
		this.#isChanged = !isValid;
	}

	/** Identifies the browser in the database, without its secret. */
	get id(): string {
		return createHash('sha256').update(this.#nonce).digest('base64url').slice(0, 22);
	}

	/** The browser's ID as bytes if it has signed in with this address before; null otherwise. */
	knownFor(email: string): Buffer | null {
		const proof = Buffer.from(this.#prove(email));
		const isKnown = this.#known.some((one) => {
			const given = Buffer.from(one);
			return given.length === proof.length && timingSafeEqual(given, proof);
		});
		return isKnown ? Buffer.from(this.id) : null;
	}

	/** The browser signed in with this address. */
	remember(email: string): void {
		const proof = this.#prove(email);
		if (this.#known[0] === proof) return;
		this.#known = [proof, ...this.#known.filter((one) => one !== proof)].slice(0, mostKnown);
		this.#isChanged = true;
	}

	/** The header that stores what has changed. */
	get setCookie(): string | undefined {
		if (!this.#isChanged) return undefined;
		const secure = this.#name.startsWith('__Secure-') ? '; Secure' : '';
		return `${this.#name}=${[this.#nonce, ...this.#known].join('.')}; Max-Age=${keptSeconds}; Path=/auth; HttpOnly; SameSite=Lax${secure}`;
	}

	#prove(email: string): string {
		return createHmac('sha256', this.#secret)
			.update(`known browser ${this.#nonce} ${email.toLowerCase()}`)
			.digest('base64url');
	}
}

function readCookie(request: Request, name: string): string {
	const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
	return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
