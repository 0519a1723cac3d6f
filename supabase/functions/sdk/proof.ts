import { limits, uuidv7Schema, uuidv7Time, valuesSchema } from '@feedback/contract';

import { openToken, type FindKey, type TokenFault } from './token.ts';
import type { Values } from '../../../contract/src/wire.ts';

/**
 * Why a proof does not count. The database may also return `account`, because only the database knows the
 * visitor's account if the request has none.
 */
export type ProofFault =
	| TokenFault
	| 'claims'
	| 'site'
	| 'event'
	| 'visitor'
	| 'account'
	| 'lifetime'
	| 'not_yet'
	| 'expired';

/** The subject that a proof must match. */
export type ProofSubject = {
	/** Public site ID. */
	site: string;
	visitor: string;
	/** The account in the request; `undefined` if there is none. */
	account: string | undefined;
	/** Milliseconds since 1970. */
	now: number;
	findKey: FindKey;
};

export type CheckedProof =
	| { fault: null; id: string; kid: string; account: string | null; properties: Values }
	/** `id` is set when the signature is valid for this event, only its time is wrong, and the service still accepts the ID. */
	| { fault: ProofFault; id: string | null; kid: string | null };

/**
 * Checks an event proof, a compact JWS of type `evp+jwt`.
 *
 * @example
 * const proof = await checkEventProof(token, 'invoice.paid', subject);
 * proof.fault ?? proof.properties; // 'expired', or { plan: 'pro' }
 */
export async function checkEventProof(
	token: string,
	name: string,
	subject: ProofSubject,
): Promise<CheckedProof> {
	const opened = await openToken(token, 'evp+jwt', subject.findKey);
	if ('fault' in opened) return { fault: opened.fault, id: null, kid: null };
	const { claims, kid } = opened;
	const properties = valuesSchema.safeParse(claims['props'] ?? {});
	const id = uuidv7Schema.safeParse(claims['jti']);
	if (!properties.success || !id.success || typeof claims['evt'] !== 'string') {
		return { fault: 'claims', id: null, kid };
	}
	const mismatch = findSubjectFault(claims, subject) ?? (claims['evt'] === name ? null : 'event');
	if (mismatch) return { fault: mismatch, id: null, kid };
	const time = findTimeFault(claims, subject.now);
	const age = findAgeFault(id.data, subject.now);
	const fault = time ?? age;
	if (fault) return { fault, id: time === 'claims' || age ? null : id.data, kid };
	const account = (claims['sub'] as string | undefined) ?? null;
	return { fault: null, id: id.data, kid, account, properties: properties.data };
}

/** Checks an identity proof, type `idt+jwt`, whose `sub` must be the account. `null` when it counts. */
export async function checkIdentityProof(
	token: string,
	subject: ProofSubject & { account: string },
): Promise<ProofFault | null> {
	const opened = await openToken(token, 'idt+jwt', subject.findKey);
	if ('fault' in opened) return opened.fault;
	if (opened.claims['sub'] === undefined) return 'claims';
	return findSubjectFault(opened.claims, subject) ?? findTimeFault(opened.claims, subject.now);
}

function findSubjectFault(
	{ aud, sub, vid }: Record<string, unknown>,
	{ site, visitor, account }: ProofSubject,
): ProofFault | null {
	if (typeof aud !== 'string' || !isName(sub) || !isName(vid)) return 'claims';
	if ((sub === undefined) === (vid === undefined)) return 'claims';
	if (aud !== site) return 'site';
	if (vid !== undefined && vid !== visitor) return 'visitor';
	return sub !== undefined && account !== undefined && sub !== account ? 'account' : null;
}

function isName(claim: unknown): boolean {
	return claim === undefined || (typeof claim === 'string' && claim !== '');
}

function findTimeFault({ iat, exp }: Record<string, unknown>, now: number): ProofFault | null {
	if (!isSeconds(iat) || !isSeconds(exp) || exp <= iat) return 'claims';
	const { hours, skewSeconds } = limits.proof;
	if (exp - iat > hours * 3_600) return 'lifetime';
	if (iat > now / 1_000 + skewSeconds) return 'not_yet';
	return exp <= now / 1_000 - skewSeconds ? 'expired' : null;
}

/** An event under an ID from such a time would be stale, and so would be lost. */
function findAgeFault(id: string, now: number): ProofFault | null {
	const { pastHours, futureMinutes } = limits.event;
	const age = now - uuidv7Time(id);
	if (age > pastHours * 3_600_000) return 'expired';
	return age < -futureMinutes * 60_000 ? 'not_yet' : null;
}

function isSeconds(claim: unknown): claim is number {
	return typeof claim === 'number' && Number.isSafeInteger(claim) && claim > 0;
}
