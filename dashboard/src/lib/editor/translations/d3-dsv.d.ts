/** What is used of the library, which has no types of its own. */
declare module 'd3-dsv' {
	export function dsvFormat(delimiter: string): {
		parseRows(text: string): string[][];
		formatRows(rows: readonly (readonly string[])[]): string;
	};
}
