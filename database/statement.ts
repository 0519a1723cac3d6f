import { Sql } from 'sql-template-tag';

import { castOf, encodeParameter, Json, type JsonValue, type Parameter } from './parameters.ts';

/** Part of a statement, with its parameters. */
export type Fragment = Sql;

/** The text of any number of statements, which have no parameters and whose rows are ignored. */
export class Script extends Sql {
	constructor(text: string) {
		super([text], []);
	}
}

export type Row = Record<string, unknown>;

type Values = readonly (Parameter | Fragment)[];

/** A statement that is sent when it is awaited, or that is a part of the statement in which it is nested. */
export class Statement<Rows> extends Sql implements PromiseLike<Rows> {
	readonly #send: (statement: Fragment) => Promise<unknown>;
	#rows: Promise<Rows> | undefined;

	constructor(
		template: TemplateStringsArray,
		values: Values,
		send: (statement: Fragment) => Promise<unknown>,
	) {
		super(template, values);
		this.#send = send;
	}

	/** Sends the statement now, once. */
	execute(): Promise<Rows> {
		return (this.#rows ??= this.#send(this) as Promise<Rows>);
	}

	then<Fulfilled = Rows, Rejected = never>(
		fulfilled?: ((rows: Rows) => Fulfilled | PromiseLike<Fulfilled>) | null,
		rejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
	): Promise<Fulfilled | Rejected> {
		return this.execute().then(fulfilled, rejected);
	}
}

/** A template tag for the statements of one transaction, and for their parts. */
export type Tx = {
	<Rows extends readonly object[] = Row[]>(
		template: TemplateStringsArray,
		...values: Values
	): Statement<Rows>;
	/** Marks a value as JSON. */
	json(value: JsonValue): Json;
	/** Sends statements that are not written as a template, such as a script. */
	send(statement: Fragment): Promise<unknown>;
};

/** A template tag for single statements, which are sent immediately. */
export type Statements = {
	<Rows extends readonly object[] = Row[]>(
		template: TemplateStringsArray,
		...values: readonly Parameter[]
	): PromiseLike<Rows>;
	/** Marks a value as JSON. */
	json(value: JsonValue): Json;
};

export function toJson(value: JsonValue): Json {
	return new Json(value);
}

/** A tag whose statements are sent by `send`. */
export function createTx(send: (statement: Fragment) => Promise<unknown>): Tx {
	const tag = (template: TemplateStringsArray, ...values: Values) =>
		new Statement(template, values, send);
	return Object.assign(tag, { json: toJson, send }) as Tx;
}

/** A statement in the driver's form; a script has no `values`. */
export type EncodedStatement = { text: string; values: unknown[] | undefined };

/** Throws when a parameter cannot be encoded. */
export function encodeStatement(statement: Fragment): EncodedStatement {
	const { strings, values } = statement;
	if (statement instanceof Script) return { text: strings[0]!, values: undefined };
	let text = strings[0]!;
	for (let at = 0; at < values.length; at++) {
		text += `$${at + 1}${castOf(values[at])}${strings[at + 1]!}`;
	}
	return { text, values: values.map(encodeParameter) };
}
