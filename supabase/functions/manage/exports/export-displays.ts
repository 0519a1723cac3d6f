import { displayColumns } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { toCsv, toLines, toParquet, toSheet, toXlsx, type FilledColumn } from './export-format.ts';
import type { Input, ReadAs, Streamed } from '../operation/operation.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { findFigureDisplays } from '../results/figure-displays.ts';
import { readInSteps } from './read-in-steps.ts';
import { filterDisplays, readDisplayRows, type DisplayRow } from '../responses/displays.ts';

type Asked = Input<'exportDisplayLines'>;
type Wanted = { input: Omit<Asked, 'filter'>; figure: { where: Fragment } };

const audit = ({ prompt }: Asked) => ({ subject: prompt ?? null });
const shared = { access: 'stream', reads: 'replica', file: 'displays', audit } as const;

const columns = displayColumns.map(({ name, type }): FilledColumn<DisplayRow> => ({
	name,
	type,
	read: (row) => row[name],
}));

export const exportDisplays: Streamed<'exportDisplays'> = {
	...shared,
	async *parts(read, { bom, ...asked }) {
		const wanted = await check(read, asked);
		yield* toCsv(columns, readParts(read, wanted), bom);
	},
};

export const exportDisplayLines: Streamed<'exportDisplayLines'> = {
	...shared,
	async *parts(read, asked) {
		const wanted = await check(read, asked);
		// A time becomes ISO 8601 in JSON.
		yield* toLines((row) => row, readParts(read, wanted));
	},
};

export const exportDisplaysParquet: Streamed<'exportDisplaysParquet'> = {
	...shared,
	async *parts(read, asked) {
		const wanted = await check(read, asked);
		yield* toParquet(columns, readParts(read, wanted));
	},
};

export const exportDisplaysXlsx: Streamed<'exportDisplaysXlsx'> = {
	...shared,
	async *parts(read, asked) {
		const wanted = await check(read, asked);
		yield* toXlsx(toSheet('Displays', columns, readParts(read, wanted)));
	},
};

// Checked before the first part, so that a failure is an ordinary error response.
const check = (read: ReadAs, asked: Asked): Promise<Wanted> =>
	read(async (tx) => {
		const input = await useSavedFilter(tx, asked, Date.now());
		await checkFilter(tx, input.site, input);
		return { input, figure: await findFigureDisplays(tx, input) };
	});

// Ordered by ID, which never changes.
function readParts(read: ReadAs, { input, figure }: Wanted): AsyncGenerator<DisplayRow[], void> {
	const { site, ...filter } = input;
	const behind = (tx: Tx, last: string | undefined) =>
		tx`d.site_id = ${site} ${last === undefined ? tx`` : tx`and d.id > ${last}::uuid`}`;
	return readInSteps<DisplayRow, string>(read, {
		async findStep(tx, last, rows) {
			const [row] = await tx<{ id: string }[]>`
				select d.id from app.displays d where ${behind(tx, last)}
				order by d.id offset ${rows - 1} limit 1`;
			return row?.id;
		},
		readRows: async (tx, { after, upTo }, most) =>
			readDisplayRows(
				tx,
				tx``,
				tx`${behind(tx, after)} ${upTo === undefined ? tx`` : tx`and d.id <= ${upTo}::uuid`}
					${filterDisplays(tx, site, filter)} ${figure.where}
					order by d.id
					limit ${most}`,
			),
		keyOf: ({ id }) => id,
	});
}
