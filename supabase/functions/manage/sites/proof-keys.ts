import { ServiceError } from '@feedback/contract';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import { sealProofKey, type ProofAlgorithm } from '../../_shared/secrets/proof-key.ts';
import type { Operation } from '../operation/operation.ts';

type KeyRow = {
	kid: string;
	alg: ProofAlgorithm;
	status: 'active' | 'verify_only';
	created_at: Date;
	last_used_at: Date | null;
};

export const listProofKeys: Operation<'listProofKeys'> = {
	access: 'read only',
	async run({ tx }, { site }) {
		const keys = await tx<KeyRow[]>`
			select kid, alg, status, created_at, last_used_at from app.proof_keys
			where site_id = ${site} order by created_at desc, kid`;
		return { items: keys.map(describeKey), next: null };
	},
};

export const createProofKey: Operation<'createProofKey'> = {
	access: 'read write',
	async run({ tx, service, person }, input) {
		const { site, alg } = input;
		const bytes =
			alg === 'HS256'
				? crypto.getRandomValues(new Uint8Array(32))
				: decodeBase64url(input.public_key)!;
		const kid = mintKid();
		const sealed = await sealProofKey(service.keyring, site, kid, alg, bytes);
		await tx`
			insert into app.proof_keys (site_id, kid, alg, sealed, created_by)
			values (${site}, ${kid}, ${alg}, ${sealed}, ${person.id})`;
		await tx`
			update app.proof_keys set status = 'verify_only' where site_id = ${site} and kid <> ${kid}`;
		const [key] = await tx<KeyRow[]>`
			select kid, alg, status, created_at, last_used_at from app.proof_keys
			where site_id = ${site} and kid = ${kid}`;
		return { ...describeKey(key!), secret: alg === 'HS256' ? encodeBase64url(bytes) : null };
	},
	audit: (_, { kid }) => ({ subject: kid }),
};

export const removeProofKey: Operation<'removeProofKey'> = {
	access: 'read write',
	async run({ tx }, { site, kid }) {
		const removed = await tx`
			delete from app.proof_keys where site_id = ${site} and kid = ${kid} returning kid`;
		if (removed.length === 0) throw new ServiceError('not_found', { field: 'kid' });
		return { kid };
	},
	audit: ({ kid }) => ({ subject: kid }),
};

function describeKey(key: KeyRow) {
	return {
		...key,
		created_at: key.created_at.toISOString(),
		last_used_at: key.last_used_at?.toISOString() ?? null,
	};
}

function mintKid(): string {
	const random = crypto.getRandomValues(new Uint8Array(5));
	return `k${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
