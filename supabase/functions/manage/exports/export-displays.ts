import { displayColumns, type ExportedDisplay } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { exactTime } from '../list/exact-time.ts';
import { toCsv, toLines, toParquet, toSheet, toXlsx, type FilledColumn } from './export-format.ts';
import type { Input, ReadAs, Streamed } from '../operation/operation.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { readInSteps } from './read-in-steps.ts';
import { filterSegment } from '../filters/segment.ts';

type Asked = Input<'exportDisplayLines'>;
type Wanted = Omit<Asked, 'filter'>;

type Instants = 'reserved_at' | 'displayed_at' | 'answered_at' | 'dismissed_at' | 'released_at';
type DisplayRow = Omit<ExportedDisplay, Instants> & { reserved_at: Date } & Record<
		Exclude<Instants, 'reserved_at'>,
		Date | null
	>;

const audit = ({ prompt }: Asked) => ({ subject: prompt ?? null });
const shared = { access: 'stream', file: 'displays', audit } as const;

const columns = displayColumns.map(({ name, type }): FilledColumn<DisplayRow> => ({
	name,
	type,
	read: (row) => row[name],
}));

export const exportDisplays: Streamed<'exportDisplays'> = {
	...shared,
	async *parts(read, { bom, ...asked }) {
		const input = await check(read, asked);
		yield* toCsv(columns, readParts(read, input), bom);
	},
};

export const exportDisplayLines: Streamed<'exportDisplayLines'> = {
	...shared,
	async *parts(read, asked) {
		const input = await check(read, asked);
		// A time becomes ISO 8601 in JSON.
		yield* toLines((row) => row, readParts(read, input));
	},
};

export const exportDisplaysParquet: Streamed<'exportDisplaysParquet'> = {
	...shared,
	async *parts(read, asked) {
		const input = await check(read, asked);
		yield* toParquet(columns, readParts(read, input));
	},
};

export const exportDisplaysXlsx: Streamed<'exportDisplaysXlsx'> = {
	...shared,
	async *parts(read, asked) {
		const input = await check(read, asked);
		yield* toXlsx(toSheet('Displays', columns, readParts(read, input)));
	},
};

// Checked before the first part, so that a failure is an ordinary error response.
const check = (read: ReadAs, asked: Asked): Promise<Wanted> =>
	read(async (tx) => {
		const input = await useSavedFilter(tx, asked, Date.now());
		await checkFilter(tx, input.site, input);
		return input;
	});

// Ordered by ID, which never changes.
function readParts(read: ReadAs, input: Wanted): AsyncGenerator<DisplayRow[], void> {
	const { site, prompt, answered, since, until, ...segment } = input;
	const behind = (tx: Tx, last: string | undefined) =>
		tx`d.site_id = ${site} ${last === undefined ? tx`` : tx`and d.id > ${last}::uuid`}`;
	return readInSteps<DisplayRow, string>(read, {
		async findStep(tx, last, rows) {
			const [row] = await tx<{ id: string }[]>`
				select d.id from app.displays d where ${behind(tx, last)}
				order by d.id offset ${rows - 1} limit 1`;
			return row?.id;
		},
		readRows: async (tx, { after, upTo }, most) => tx<DisplayRow[]>`
			select d.id, d.prompt_id as prompt, p.survey_id, d.revision, d.variant, d.state, d.reserved_at, d.displayed_at,
			       d.answered_at, d.dismissed_at, d.released_at, d.release_reason, s.account, d.traits
			from app.displays d
			join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
			left join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
			where ${behind(tx, after)} ${upTo === undefined ? tx`` : tx`and d.id <= ${upTo}::uuid`}
			${filterSegment(tx, site, segment, 'd')}
			${prompt === undefined ? tx`` : tx`and d.prompt_id = ${prompt}`}
			${answered === undefined ? tx`` : tx`and (d.answered_at is not null) = ${answered}`}
			${since === undefined ? tx`` : tx`and d.reserved_at >= ${exactTime(tx, since)}`}
			${until === undefined ? tx`` : tx`and d.reserved_at < ${exactTime(tx, until)}`}
			order by d.id
			limit ${most}`,
		keyOf: ({ id }) => id,
	});
}
