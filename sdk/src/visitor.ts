// Identifies this browser to the service: visitor, session, clock, and stored state. What is stored may be damaged:
// wrong parts are left out, because the service would refuse every request that contains them.
import {
	contextLanguages,
	contextPath,
	sessionHours,
	sessionIdleMinutes,
} from '@feedback/contract/shared-limits';
import type { Caller, Context, DeviceDisplay, Identity, Values } from '@feedback/contract/wire';

import { isAccount } from './check-values.ts';
import { isId, isTimedId, toJson, toNumber, toRecord } from './json.ts';
import type { Owner } from './messages.ts';
import { settings } from './settings.ts';
import { read, write } from './storage.ts';
import { mintId, timeOf } from './uuid.ts';
import { version } from './version.ts';

const sessionIdleMs = sessionIdleMinutes * 60_000;
const sessionMs = sessionHours * 3_600_000;
/** More than a response takes, and less than an event may be ahead of the server's clock. */
const clockToleranceMs = 120_000;

const identityKey = ({ visitor }: Owner) => `identify:${visitor}`;

/** Zero for what cannot be a time or a difference of times. */
function readNumber(key: string): number {
	const stored = toNumber(read(key));
	return Math.abs(stored) < 1e13 ? stored : 0;
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export function serverTime(): number {
	return Math.max(0, Date.now() + readNumber('offset'));
}

/** Read again each time, because another tab may have signed out. Reading keeps the session alive. */
export function readVisitor(): Owner {
	const now = serverTime();
	const { visitor: known, session } = toRecord(read('visitor'));
	const visitor = isId(known) ? known : mintId(now);
	const seen = readNumber('seen');
	// Stored separately: a tab that has not yet noticed a sign-out must not restore the previous visitor.
	write('seen', now);
	if (
		visitor === known &&
		isTimedId(session) &&
		now - seen < sessionIdleMs &&
		now - timeOf(session) < sessionMs
	) {
		return { visitor, session };
	}
	const owner = { visitor, session: mintId(now) };
	write('visitor', owner);
	return owner;
}

/**
 * Switches to the server's clock if it differs by minutes, and starts a new session, because the old session's time
 * was wrong. Done after every response, because the device's clock may be corrected later.
 */
export function followClock(now: number): void {
	if (Math.abs(now - serverTime()) > clockToleranceMs) {
		write('visitor', { visitor: readVisitor().visitor });
		write('offset', now - Date.now());
	}
}

export function describeCaller(owner: Owner, deciding?: boolean): Caller {
	return {
		site: settings.siteId,
		...owner,
		sdk: version,
		identify: readIdentity(owner),
		debug: settings.debugToken,
		...(deciding && {
			context: readContext(),
			// Also with an account, which the service may refuse; it ignores the list for one that it accepts.
			device: (read('device') ?? []) as DeviceDisplay[],
		}),
	};
}

/** The account ID that this browser was connected to. */
export function readAccount(): string | undefined {
	const account = read('account');
	return isAccount(account) ? account : undefined;
}

/** An identify that waits to be sent. */
export function readIdentity(owner: Owner): Identity | undefined {
	const { account, traits, proof } = toRecord(read(identityKey(owner)));
	return isAccount(account) ? ({ account, traits, proof } as Identity) : undefined;
}

/** Traits merge with those that wait to be sent. The newer ones come first: beyond the limits, the last are left out. */
export function storeIdentity(account: string, traits: Values, proof?: string): void {
	const owner = readVisitor();
	const merged = { ...traits, ...readIdentity(owner)?.traits, ...traits };
	write(identityKey(owner), { account, traits: merged, proof });
	write('account', account);
}

/** Removes a pending identity, unless a newer one has replaced it. */
export function acknowledgeIdentity(owner: Owner, identity: Identity): void {
	if (toJson(readIdentity(owner)) === toJson(identity)) write(identityKey(owner));
}

/**
 * Starts over as a new visitor; only this device's record of displays is kept. The new visitor is stored at once:
 * removing the old one could not be distinguished from an app that clears the storage.
 */
export function replaceVisitor(): void {
	write('device', read('shown'));
	write('visitor', { visitor: mintId(serverTime()) });
	write('account');
}

function readContext(): Context {
	const small = Math.min(screen.width, screen.height) < 600;
	const touch = matchMedia('(pointer:coarse)').matches;
	return {
		path: readPath().slice(0, contextPath),
		device: touch ? (small ? 'phone' : 'tablet') : 'desktop',
		// The service leaves out what is no language.
		languages: [settings.language!, ...navigator.languages]
			.filter(Boolean)
			.slice(0, contextLanguages),
	};
}

/** The page's path, with the route of an app that keeps it in the fragment: `#/settings`. */
function readPath(): string {
	const { path = location.pathname + (/^#!?\/.*/.exec(location.hash) ?? '') } = settings;
	return typeof path === 'function' ? path() : path;
}
