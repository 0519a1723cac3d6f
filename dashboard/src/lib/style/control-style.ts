/** Classes of a small select or field in a row. */
export const controlStyle =
	'h-9 min-w-0 rounded-lg border bg-surface px-2 text-sm outline-offset-0 disabled:opacity-60';
