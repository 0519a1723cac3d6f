import { exactTime } from '../list/exact-time.ts';
import type { Operation } from '../operation/operation.ts';
import { cutPage, readPosition, writePosition } from '../list/position.ts';
import { findPrompt, readPrompts } from './prompt-summary.ts';
import { findRevision } from './revisions.ts';

export const listPrompts: Operation<'listPrompts'> = {
	access: 'read only',
	async run({ tx }, { site, limit, cursor, state, content }) {
		const position = cursor ? readPosition(cursor) : undefined;
		const rows = await readPrompts(
			tx,
			site,
			tx`
				${state ? tx`and p.state = ${state}` : tx``}
				${position ? tx`and (p.created_at, p.id) < (${exactTime(tx, position.at)}, ${position.id}::uuid)` : tx``}
				order by p.created_at desc, p.id desc
				limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ summary, created }) =>
			writePosition({ at: created, id: summary.id }),
		);
		return {
			items: items.map((row) => ({ ...row.summary, ...(content && { content: row.content }) })),
			next,
		};
	},
};

export const getPrompt: Operation<'getPrompt'> = {
	access: 'read only',
	async run({ tx }, { site, prompt }) {
		const [{ summary }, latest] = await Promise.all([
			findPrompt(tx, site, prompt),
			findRevision(tx, site, prompt),
		]);
		return { ...summary, latest };
	},
};
