/** The figures of a summary that count displays. */
export const displayFigures = [
	'displays',
	'unconfirmed',
	'dismissed',
	'postponed',
	'answered',
	'timed',
] as const;
