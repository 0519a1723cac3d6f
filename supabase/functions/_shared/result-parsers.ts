import { Buffer } from 'node:buffer';

/**
 * Reads a value of a type as text. 64-bit integers stay strings because a number would lose digits. So do all types not
 * listed here, arrays among them: statements return those as JSON.
 */
type Parse = (text: string) => unknown;

const toDate: Parse = (text) => new Date(text);
const parseJson: Parse = (text) => JSON.parse(text) as unknown;

// By OID, of which those of built-in types never change.
const parsers = new Map<number, Parse>([
	[16, (text) => text === 't'], // boolean
	[17, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
	[21, Number], // smallint
	[23, Number], // integer
	[26, Number], // oid
	[700, Number], // real
	[701, Number], // double precision
	[114, parseJson], // json
	[3802, parseJson], // jsonb
	[1082, toDate], // date, as midnight in UTC
	[1114, toDate], // timestamp
	[1184, toDate], // timestamptz
]);

const keepText: Parse = (text) => text;

/** The driver's setting for how to read the values of results. */
export const resultParsers = {
	getTypeParser: (oid: number): Parse => parsers.get(oid) ?? keepText,
};
