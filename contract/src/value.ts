/** A value of a trait or an event property. */
export type Value = string | number | boolean | null;

/** Traits or event properties by key. */
export type Values = Record<string, Value>;
