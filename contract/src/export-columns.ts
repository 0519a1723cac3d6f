/**
 * Type of a column. `instant` is a time in UTC, with milliseconds in Parquet, ISO 8601 in CSV and a date in XLSX;
 * `texts` is a list, as JSON in CSV and XLSX; `json` is JSON as text.
 */
export type ColumnType = 'text' | 'integer' | 'flag' | 'instant' | 'texts' | 'json';

export type ExportColumn = { name: string; type: ColumnType; about: string };

const traits = {
	name: 'traits',
	type: 'json',
	about: 'The visitor’s traits when the prompt was displayed.',
} as const;
const account = {
	name: 'account',
	type: 'text',
	about: 'Account ID; empty for anonymous visitors.',
} as const;
const surveyId = { name: 'survey_id', type: 'text', about: 'Survey ID of the prompt.' } as const;
const revision = {
	name: 'revision',
	type: 'integer',
	about: 'Revision of the prompt that was displayed.',
} as const;
const variant = {
	name: 'variant',
	type: 'text',
	about: 'Variant that was displayed; empty without an experiment.',
} as const;

/** Columns of exported responses in CSV, XLSX and Parquet. The answers come before the traits and the context. */
export const responseColumns = [
	{ name: 'id', type: 'text', about: 'UUID of the response and of its display.' },
	surveyId,
	revision,
	variant,
	{
		name: 'met_branches',
		type: 'json',
		about:
			'Branches whose condition on an earlier prompt held, by question and position from 0; empty if the prompt has none.',
	},
	{ name: 'created_at', type: 'instant', about: 'When the first answer was stored.' },
	{ name: 'updated_at', type: 'instant', about: 'When the answers last changed.' },
	{ name: 'final', type: 'flag', about: 'Whether the visitor completed the prompt.' },
	account,
	traits,
	{
		name: 'context',
		type: 'json',
		about: 'Path, device class and language of the display, and what the site stores with answers.',
	},
] as const satisfies ExportColumn[];

/** Columns of exported displays in CSV, XLSX and Parquet. */
export const displayColumns = [
	{ name: 'id', type: 'text', about: 'UUID of the display and of its response.' },
	surveyId,
	revision,
	variant,
	{
		name: 'state',
		type: 'text',
		about: 'Its state: reserved, displayed, answered, dismissed, postponed or released.',
	},
	{ name: 'reserved_at', type: 'instant', about: 'When the service decided to display it.' },
	{ name: 'displayed_at', type: 'instant', about: 'When it was displayed; empty if it was not.' },
	{ name: 'answered_at', type: 'instant', about: 'When the first answer was stored.' },
	{ name: 'dismissed_at', type: 'instant', about: 'When the visitor closed it.' },
	{ name: 'postponed_at', type: 'instant', about: 'When the visitor chose to be asked later.' },
	{ name: 'postponed_until', type: 'instant', about: 'The time that the visitor chose.' },
	{ name: 'released_at', type: 'instant', about: 'When it was released without being displayed.' },
	{ name: 'release_reason', type: 'text', about: 'Why it was released.' },
	account,
	traits,
] as const satisfies ExportColumn[];

/** Columns of the sheet of questions in XLSX, with one row for each wording. */
export const questionColumns = [
	surveyId,
	{ name: 'question', type: 'text', about: 'ID of the question.' },
	{ name: 'column', type: 'text', about: 'Column of the first sheet that contains its answers.' },
	{ name: 'type', type: 'text', about: 'Type of the question.' },
	{ name: 'title', type: 'text', about: 'The question, in the prompt’s own language.' },
	{ name: 'scale', type: 'integer', about: 'Highest score of a rating or an NPS question.' },
	{
		name: 'options',
		type: 'text',
		about: 'For each option one line with its value, “=” and its label.',
	},
	{ name: 'revisions', type: 'texts', about: 'Published revisions that ask it in these words.' },
	{ name: 'variants', type: 'texts', about: 'Variants that ask it in these words.' },
] as const satisfies ExportColumn[];

/** Prefix of a question’s ID in the name of its column: no question can have the name of another column. */
export const answerColumnPrefix = 'answer_';

/** Prefix of a question’s ID in the name of the column with the texts of its choice "other". */
export const otherColumnPrefix = 'other_';
