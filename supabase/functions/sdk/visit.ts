import type { z } from 'zod';
import type { resetRequestSchema } from '@feedback/contract';

import { isDebugToken } from '../_shared/debug-token.ts';
import type { Statements } from '../_shared/pool.ts';
import { openProofKey } from '../_shared/proof-key.ts';
import { hashAddress } from '../_shared/address.ts';
import { looksLikeBot } from './bot.ts';
import { checkIdentityProof, type ProofSubject } from './proof.ts';
import type { Site, Visit } from './database.ts';
import type { Service } from './service.ts';
import type { IdentityState } from '../../../contract/src/wire.ts';

/** Everything about one request that the routes need. */
export type Call = {
	service: Service;
	/** The database, for as long as the request may take. */
	sql: Statements;
	site: Site;
	headers: Headers;
	/** The caller's network address, when it is known. */
	address: string | undefined;
	/** Milliseconds since 1970. */
	now: number;
};

type Caller = z.output<typeof resetRequestSchema>;

/** The caller as the database is told, after proofs, bots and the address have been looked at. */
export async function receiveVisit(
	{ service, site, headers, address, now }: Call,
	caller: Caller,
): Promise<{ visit: Visit; identity: IdentityState | undefined; subject: ProofSubject }> {
	const subject: ProofSubject = {
		site: site.siteId,
		visitor: caller.visitor,
		account: caller.identify?.account,
		now,
		findKey: (kid) => findKey(service, site, kid),
	};
	const identity = await judgeIdentity(site, caller, subject);
	const { account, traits = {} } = caller.identify ?? {};
	const counts = account !== undefined && identity !== 'refused';
	const visit: Visit = {
		site: site.id,
		visitor: caller.visitor,
		session: caller.session,
		context: leaveOutQuery(caller.context ?? {}),
		identify: counts ? { account, traits, verified: identity === 'verified' } : null,
		device: caller.device ?? [],
		bot: site.settings.detect_bots && looksLikeBot(headers),
		address: address ? hashAddress(service.keyring, site.id, address, now) : null,
		now: service.clock ? new Date(now) : null,
		debug: caller.debug !== undefined && isDebugToken(service.keyring, site.id, caller.debug, now),
	};
	return { visit, identity, subject };
}

// A query may hold what is nobody's business. Our SDK never sends one; another client might.
function leaveOutQuery(context: Visit['context']): Visit['context'] {
	const { path } = context;
	return path === undefined ? context : { ...context, path: path.replace(/[?#].*$/s, '') };
}

async function judgeIdentity(
	site: Site,
	{ identify }: Caller,
	subject: ProofSubject,
): Promise<IdentityState | undefined> {
	if (!identify) return undefined;
	const mode = site.settings.identity_proofs;
	if (mode === 'off') return 'reported';
	const { account, proof } = identify;
	const fault =
		proof === undefined ? 'missing' : await checkIdentityProof(proof, { ...subject, account });
	if (fault === null) return 'verified';
	return mode === 'require' ? 'refused' : 'reported';
}

const opened = new WeakMap<object, Promise<CryptoKey | undefined>>();

async function findKey(service: Service, site: Site, kid: string) {
	const stored = site.proofKeys.find((key) => key.kid === kid);
	if (!stored) return undefined;
	const { alg, sealed } = stored;
	let opening = opened.get(stored);
	if (!opening) {
		opening = openProofKey(service.keyring, site.id, kid, alg, sealed);
		opened.set(stored, opening);
	}
	const key = await opening;
	return key && { kid, alg, key };
}
