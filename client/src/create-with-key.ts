import type { CallOptions } from './client.ts';

/**
 * Creates an object with a derived idempotency key. The service repeats the first result of a key even if the object
 * was deleted since; then the object is created again with a new key.
 *
 * @param isGone whether the object was deleted or archived; if this check fails, the object counts as existing
 * @example
 * await createWithKey(
 * 	key,
 * 	(options) => client.createSite({ workspace, name }, options),
 * 	async ({ id }) => (await client.previewSiteDeletion({ site: id })).scheduled !== null,
 * );
 */
export async function createWithKey<Made>(
	idempotencyKey: string,
	create: (options: Pick<CallOptions, 'idempotencyKey'>) => Promise<Made>,
	isGone: (made: Made) => Promise<boolean>,
): Promise<Made> {
	const made = await create({ idempotencyKey });
	return (await isGone(made).catch(() => false)) ? create({}) : made;
}
