import { ServiceError } from '@feedback/contract';

import type { Operation } from '../operation.ts';

export const renameTag: Operation<'renameTag'> = {
	access: 'read write',
	async run({ tx }, { site, tag, name }) {
		const [renamed] = await tx<{ id: string; name: string }[]>`
			update app.tags set name = ${name} where site_id = ${site} and id = ${tag} returning id, name`;
		if (!renamed) throw noSuchTag();
		return renamed;
	},
	act: (_, { name }) => ({ subject: name }),
};

export const deleteTag: Operation<'deleteTag'> = {
	access: 'read write',
	async run({ tx }, { site, tag }) {
		const removed = await tx`
			delete from app.tags where site_id = ${site} and id = ${tag} returning id`;
		if (removed.length === 0) throw noSuchTag();
		return { removed: true };
	},
	act: ({ tag }) => ({ subject: tag }),
};

function noSuchTag(): ServiceError {
	return new ServiceError('not_found', { message: 'The site has no such tag.', field: 'tag' });
}
