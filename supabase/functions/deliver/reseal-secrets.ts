import type { Keyring } from '../_shared/secrets/keyring.ts';
import type { Tx } from '../../../database/statement.ts';
import { resealStoredSecret, type StoredSecret } from '../_shared/secrets/stored-secret.ts';

/** Runs statements in a transaction whose role may execute `app.list_sealed_otherwise` and `app.replace_sealed`. */
export type InTransaction = <Result>(run: (tx: Tx) => PromiseLike<Result>) => Promise<Result>;

export type Resealed = {
	resealed: number;
	/** Number of secrets that no key of the keyring opens. */
	unreadable: number;
};

type Listed = StoredSecret & { position: string };

/**
 * Reseals with the current sealing key everything that another key has sealed. Each secret is replaced in a
 * separate transaction, unless it has changed in the meantime, so that the work can be interrupted and repeated
 * at any time, even by several processes at once. Resolves when only secrets that cannot be opened are left.
 */
export async function resealSecrets(run: InTransaction, keyring: Keyring): Promise<Resealed> {
	let resealed = 0;
	for (;;) {
		const pass = await resealOnce(run, keyring);
		resealed += pass.resealed;
		// Secrets stored during a pass may be behind its position: finish only after a pass without
		// changes.
		if (pass.resealed + pass.changed === 0) return { resealed, unreadable: pass.unreadable };
	}
}

async function resealOnce(run: InTransaction, keyring: Keyring) {
	const pass = { resealed: 0, changed: 0, unreadable: 0 };
	let after = '';
	for (;;) {
		const secrets = await run(
			(tx) =>
				tx<Listed[]>`select * from app.list_sealed_otherwise(${keyring.sealingKey}, ${after})`,
		);
		if (secrets.length === 0) return pass;
		for (const secret of secrets) {
			const { place, site_id, id, sealed } = secret;
			const replacement = await resealStoredSecret(keyring, secret);
			if (!replacement) {
				pass.unreadable++;
				continue;
			}
			const [row] = await run(
				(tx) => tx<{ replaced: boolean }[]>`
					select app.replace_sealed(${place}, ${site_id}, ${id}, ${sealed}, ${replacement}) as replaced`,
			);
			pass[row!.replaced ? 'resealed' : 'changed']++;
		}
		after = secrets.at(-1)!.position;
	}
}
