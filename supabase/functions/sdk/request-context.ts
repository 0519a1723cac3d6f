import type { z } from 'zod';
import type { resetRequestSchema } from '@feedback/contract';

import { openDebugToken } from '../_shared/secrets/debug-token.ts';
import type { Statements } from '../../../database/statement.ts';
import { openProofKey } from '../_shared/secrets/proof-key.ts';
import { findNetwork, hashAddress } from '../_shared/http/address.ts';
import { looksLikeBot } from './bot.ts';
import { checkIdentityProof, type ProofSubject } from './proof.ts';
import type { Site, RequestContext } from './database.ts';
import type { Sender } from './sender.ts';
import type { Service } from './service.ts';
import type { IdentityState } from '../../../contract/src/wire.ts';

/** Everything about one request that the routes need. */
export type Call = {
	service: Service;
	/** The database, within the request's deadline. */
	sql: Statements;
	site: Site;
	headers: Headers;
	/** The caller's network address, when it is known. */
	address: string | undefined;
	/** Milliseconds since 1970. */
	now: number;
};

type Caller = z.output<typeof resetRequestSchema>;

/** The request in the form that the database accepts, after checks of proofs, bots and the address. */
export async function readRequestContext(
	{ service, site, headers, address, now }: Call,
	caller: Caller,
): Promise<{
	requestContext: RequestContext;
	identity: IdentityState | undefined;
	subject: ProofSubject;
}> {
	const subject: ProofSubject = {
		site: site.siteId,
		visitor: caller.visitor,
		account: caller.identify?.account,
		now,
		findKey: (kid) => findKey(service, site, kid),
	};
	const identity = await checkIdentity(site, caller, subject);
	const { account, traits = {} } = caller.identify ?? {};
	const isAccepted = account !== undefined && identity !== 'refused';
	const requestContext: RequestContext = {
		site: site.id,
		visitor: caller.visitor,
		session: caller.session,
		context: caller.context ?? {},
		identify: isAccepted ? { account, traits, verified: identity === 'verified' } : null,
		device: caller.device ?? [],
		bot: site.settings.detect_bots && looksLikeBot(headers),
		...hashSender({ service, site, address, now }),
		now: service.clock ? new Date(now) : null,
		facts_for:
			(caller.debug && openDebugToken(service.keyring, site.id, caller.debug, now)) || null,
	};
	return { requestContext, identity, subject };
}

/** Keyed hashes of the caller's address, and of the network of an IPv6 address. */
export function hashSender({
	service,
	site,
	address,
	now,
}: Pick<Call, 'service' | 'site' | 'address' | 'now'>): Sender {
	const hash = (text: string | undefined) =>
		text ? hashAddress(service.keyring, site.id, text, now) : null;
	return { address: hash(address), network: hash(address && findNetwork(address)) };
}

async function checkIdentity(
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
