/**
 * A table of events: its columns with their values, its indexes, and a query for the events of a visitor by
 * name.
 */
export type Layout = {
	name: string;
	/** Column, type, and its value in terms of the source; null for columns that are empty in most events. */
	columns: [name: string, type: string, value: string | null][];
	key: string;
	/** Key of the partitions' ranges. */
	by: 'day' | 'id';
	index: string;
	find: string;
	/** The most bytes of an event, with its indexes. */
	mostBytes?: number;
};

const former: Layout = {
	name: 'UUIDs, two times and a day, JSON as jsonb',
	columns: [
		['site_id', 'uuid not null', 'site_id'],
		['id', 'uuid not null', 'id'],
		['visitor_id', 'uuid not null', 'visitor_id'],
		['session_id', 'uuid not null', 'session_id'],
		['prompt_id', 'uuid', null],
		['at', 'timestamptz not null', 'at'],
		['received_at', 'timestamptz not null', 'received_at'],
		['day', 'date not null', `(at at time zone 'UTC')::date`],
		['reason', 'reason', 'reason'],
		['bot', 'boolean not null', 'false'],
		['name', 'text not null', 'name'],
		['properties', 'jsonb not null', 'properties'],
		['verified', 'jsonb', null],
		[
			'context',
			'jsonb',
			`jsonb_build_object('path', path, 'device', device, 'languages', languages)`,
		],
		['proof_fault', 'text', null],
		['claimed_at', 'timestamptz', null],
	],
	key: 'site_id, day, id',
	by: 'day',
	index: 'site_id, visitor_id, name, id',
	find: 'e.site_id = s.site_id and e.visitor_id = s.visitor_id and e.name = s.name',
};

const contextInColumns: Layout = {
	...former,
	name: '… context in columns',
	columns: former.columns.flatMap((column): Layout['columns'] =>
		column[0] === 'context'
			? [
					['path', 'text', 'path'],
					['device', '"char"', `device::"char"`],
					['languages', 'jsonb', 'languages'],
				]
			: [column],
	),
};

const integers: Layout = {
	name: '… integers for site, visitor (8 bytes) and prompt, time from the id',
	columns: [
		['visitor', 'bigint not null', 'visitor'],
		['received_at', 'timestamptz not null', 'received_at'],
		['site', 'integer not null', 'site'],
		['prompt', 'integer', null],
		['reason', 'reason', 'reason'],
		...contextInColumns.columns.filter(
			([name]) => !/^(site_id|visitor_id|prompt_id|at|received_at|day|reason)$/.test(name),
		),
	],
	key: 'site, id',
	by: 'id',
	index: 'visitor, name',
	find: 'e.site + 0 = s.site and e.visitor = s.visitor and e.name = s.name',
};

const jsonAsText: Layout = {
	...integers,
	name: '… JSON as text',
	columns: integers.columns.map(([name, type, value]) => [
		name,
		type.replace('jsonb', 'json'),
		value,
	]),
};

const hashedName: Layout = {
	...jsonAsText,
	name: '… the hash of the name in the index',
	columns: [
		...jsonAsText.columns.slice(0, 3),
		['name_hash', 'integer not null', 'hashtext(name)'],
		...jsonAsText.columns.slice(3),
	],
	index: 'visitor, name_hash',
	find: `${integers.find} and e.name_hash = hashtext(s.name)`,
};

const chosen: Layout = {
	...hashedName,
	name: '… visitor in 4 bytes, languages as text: app.events',
	mostBytes: 224,
	columns: [
		...hashedName.columns.slice(1, 3),
		['visitor', 'integer not null', 'visitor'],
		...hashedName.columns
			.slice(3)
			.map((column): Layout['columns'][number] =>
				column[0] === 'languages'
					? ['languages', 'text', `translate(languages::text, '[]" ', '')`]
					: column,
			),
	],
};

/** Each layout builds on the previous one, the last two on the chosen one. */
export const layouts: Layout[] = [
	former,
	contextInColumns,
	integers,
	jsonAsText,
	hashedName,
	chosen,
	{
		...chosen,
		name: 'app.events with an integer for the name',
		columns: chosen.columns.flatMap((column): Layout['columns'] =>
			column[0] === 'name'
				? []
				: [column[0] === 'name_hash' ? ['name', 'integer not null', 'name_key'] : column],
		),
		index: 'visitor, name',
		find: 'e.site + 0 = s.site and e.visitor = s.visitor and e.name = s.name_key',
	},
	{
		...chosen,
		name: 'app.events without the session',
		columns: chosen.columns.filter(([name]) => name !== 'session_id'),
	},
];
