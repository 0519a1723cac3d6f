/** The part of the library that we use; it ships without types. */
declare module 'd3-dsv' {
	export function dsvFormat(delimiter: string): {
		parseRows(text: string): string[][];
		formatRows(rows: readonly (readonly string[])[]): string;
	};
}
