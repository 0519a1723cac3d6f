/** A value of a trait or an event property. */
export type Value = string | number | boolean | null;

/** Traits or event properties by key. */
export type Values = Record<string, Value>;

/** The answer to one question; `null` means that the visitor skipped it. */
export type AnswerValue =
	| string
	| number
	| boolean
	| null
	| { other: string }
	| (string | { other: string })[];
