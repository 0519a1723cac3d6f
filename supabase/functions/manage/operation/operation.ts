import type { RouteName, RouteOutput, Routes, ServiceError } from '@feedback/contract';
import type { z } from 'zod';

import type { Caller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/databases.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Service } from '../service.ts';

/** Context of an operation, which accesses the database only as the caller. */
export type Context = {
	tx: Tx;
	/** The person who calls, or on whose behalf a connection calls. */
	person: Caller;
	service: Service;
	/** Keyed hash of the caller's network address; null when it is unknown. */
	address: Uint8Array | null;
	/** Aborted when the caller disconnects. */
	signal: AbortSignal;
};

type Part<Route, Key extends string> =
	Route extends Record<Key, z.ZodType> ? z.output<Route[Key]> : unknown;

/** Path parameters, query and body after their schemas. */
export type Input<Name extends RouteName> = object &
	Part<Routes[Name], 'params'> &
	Part<Routes[Name], 'query'> &
	Part<Routes[Name], 'body'>;

/** An entry of the audit log for a call; the site or the workspace comes from the path unless given here. */
export type AuditEntry = { subject: string | null; workspace?: string };

export type Result<Output> = Output | ServiceError | (() => Output | Promise<Output>);

/** Where an operation reads: on a replica, if there is one, after everything that was committed before; else on the primary. */
type Reads = { reads?: 'replica' };

/** Runs in one transaction, after the person's role or the connection's access was checked. */
export type Transacted<Name extends RouteName> = Reads & {
	/** An operation that `reads and keeps` may store the figures that it counted, and writes no messages. */
	access: 'read only' | 'reads and keeps' | 'read write';
	/**
	 * A returned error keeps its writes, such as a counted attempt; a thrown error rolls them back. A returned function
	 * returns the output once the transaction has ended, for what takes long and needs no rows; without an audit entry.
	 */
	run(context: Context, input: Input<Name>): Promise<Result<RouteOutput<Name>>>;
	/** What the operation is about, where its path names neither a site nor a workspace. */
	locate?(input: Input<Name>): Locator;
	/** Finds rows, as the caller, in the database that has what the request names, where only that database knows it. */
	seek?(tx: Tx, input: Input<Name>): PromiseLike<readonly unknown[]>;
	/** What is checked in other databases before the transaction. */
	prepare?(context: Pick<Context, 'person' | 'service'>, input: Input<Name>): Promise<void>;
	/**
	 * What follows in another database once the transaction has committed. It runs for a repeated request too, and changes
	 * nothing then.
	 */
	complete?(
		context: Pick<Context, 'person' | 'service'>,
		input: Input<Name>,
		output: RouteOutput<Name>,
	): Promise<void>;
	/** Returns the entry for the audit log; `undefined` if nothing changed. */
	audit?(input: Input<Name>, output: RouteOutput<Name>): AuditEntry | undefined;
};

/** Needs no caller. */
export type Open<Name extends RouteName> = {
	access: 'nothing';
	run(input: Input<Name>): RouteOutput<Name>;
};

/** Calls another service between its transactions, so no connection of the database waits for that service. */
export type CallingOut<Name extends RouteName> = {
	access: 'calls out';
	run(context: CallingContext, input: Input<Name>): Promise<RouteOutput<Name>>;
};

export type CallingContext = Pick<Context, 'person' | 'service'> & {
	/** Runs statements as the caller in one transaction, after checking access again. */
	read: ReadAs;
	/** Adds an entry to the audit log. */
	record(subject: string): Promise<void>;
};

/** Responds with a file in parts; each part is read in its own transaction. */
export type Streamed<Name extends RouteName> = Reads & {
	access: 'stream';
	/** Name of the file, without its extension. */
	file: string;
	/** `read` runs statements as the caller, after checking access again. */
	parts(
		read: ReadAs,
		input: Input<Name>,
		service: Service,
	): AsyncGenerator<string | Uint8Array, void>;
	audit(input: Input<Name>): AuditEntry;
};

/** Responds with a stored file. */
export type Filed<Name extends RouteName> = {
	access: 'file';
	/** Finds the file as the caller. Throws if there is none that they may see. */
	find(tx: Tx, input: Input<Name>): Promise<FoundFile>;
};

/** A file in the store, with the type that was checked when it was stored. */
export type FoundFile = { file: string; type: string; name: string };

export type ReadAs = <Result>(run: (tx: Tx) => PromiseLike<Result>) => Promise<Result>;

type NamesOf<Kind> = {
	[Name in RouteName]: Routes[Name] extends Kind ? Name : never;
}[RouteName];

export type FiledName = NamesOf<{ stream: 'image/*' }>;
export type StreamedName = Exclude<NamesOf<{ stream: string }>, FiledName>;
export type OpenName = Exclude<NamesOf<{ need: 'nothing' }>, StreamedName>;
export type CallingOutName = NamesOf<{ callsOut: true }>;
export type TransactedName = Exclude<
	RouteName,
	StreamedName | FiledName | OpenName | CallingOutName
>;

export type Operation<Name extends RouteName> = Name extends StreamedName
	? Streamed<Name>
	: Name extends FiledName
		? Filed<Name>
		: Name extends OpenName
			? Open<Name>
			: Name extends CallingOutName
				? CallingOut<Name>
				: Transacted<Name>;
