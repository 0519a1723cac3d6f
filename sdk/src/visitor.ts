// Identifies this browser to the service: visitor, session, clock, and stored state.
import {
	contextLanguages,
	contextPath,
	deviceDisplays,
	sessionHours,
	sessionIdleMinutes,
} from '@feedback/contract/shared-limits';
import type { Caller, Context, DeviceDisplay, Identity, Values } from '@feedback/contract/wire';

import { settings } from './settings.ts';
import { read, readList, readText, write } from './storage.ts';
import { mintId } from './uuid.ts';
import { version } from './version.ts';

const sessionIdleMs = sessionIdleMinutes * 60_000;
const sessionMs = sessionHours * 3_600_000;
/** More than a response takes, and less than an event may be ahead of the server's clock. */
const clockToleranceMs = 120_000;

/** The visitor and session of a call, fixed when an event happens, because the call may be sent much later. */
export type Owner = { visitor: string; session: string };

const identityKey = ({ visitor }: Owner) => `identify:${visitor}`;

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export function serverTime(): number {
	return Date.now() + (read<number>('offset') ?? 0);
}

/** Read again each time, because another tab may have signed out. Reading keeps the session alive. */
export function readVisitor(): Owner {
	const now = serverTime();
	const stored = read<Partial<Owner & { started: number }>>('visitor');
	const { visitor = mintId(now), session, started = 0 } = stored ?? {};
	const seen = read<number>('seen') ?? 0;
	// Stored separately: a tab that has not yet noticed a sign-out must not restore the previous visitor.
	write('seen', now);
	if (session && now - seen < sessionIdleMs && now - started < sessionMs) {
		return { visitor, session };
	}
	const owner = { visitor, session: mintId(now) };
	write('visitor', { ...owner, started: now });
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
		...(deciding && {
			context: readContext(),
			// Also with an account, which the service may refuse; it ignores the list for one that it accepts.
			device: readList<DeviceDisplay>('device'),
			debug: settings.debugToken,
		}),
	};
}

/** The account ID that this browser was connected to. */
export function readAccount(): string | undefined {
	return read('account');
}

/** An identify that waits to be sent. */
export function readIdentity(owner: Owner): Identity | undefined {
	return read(identityKey(owner));
}

export function storeIdentity(account: string, traits?: Values, proof?: string): void {
	const owner = readVisitor();
	write(identityKey(owner), {
		account,
		traits: { ...readIdentity(owner)?.traits, ...traits },
		proof,
	});
	write('account', account);
}

/** Removes a pending identity, unless a newer one has replaced it. */
export function acknowledgeIdentity(owner: Owner, identity: Identity): void {
	const key = identityKey(owner);
	if (readText(key) === JSON.stringify(identity)) write(key);
}

const readShown = () => readList<DeviceDisplay>('shown');

export function rememberDisplay(survey_id: string): void {
	const others = readShown().filter((display) => display.survey_id !== survey_id);
	write('shown', [{ survey_id, at: serverTime() }, ...others].slice(0, deviceDisplays));
}

/** Starts over as a new visitor; only this device's record of displays is kept. */
export function replaceVisitor(): void {
	write('device', readShown());
	write('visitor');
	write('account');
}

function readContext(): Context {
	const small = Math.min(screen.width, screen.height) < 600;
	const touch = matchMedia('(pointer:coarse)').matches;
	return {
		path: location.pathname.slice(0, contextPath),
		device: touch ? (small ? 'phone' : 'tablet') : 'desktop',
		languages: navigator.languages.slice(0, contextLanguages),
	};
}
