/** The figures of a summary that count displays. */
export const displayFigures = [
	'displays',
	'unconfirmed',
	'dismissed',
	'answered',
	'timed',
] as const;
