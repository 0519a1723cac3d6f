import type { Client } from '@feedback/client';
import type { z } from 'zod';

import type { Elicitation } from './elicitation.ts';
import type { Scope } from './scope.ts';

/** The context of a tool. */
export type Context = {
	/** The management API, called as the signed-in connection. */
	client: Client;
	/** Address of the documentation, without a slash at the end. */
	docsUrl: string | undefined;
	/** Address of the dashboard, without a slash at the end. */
	dashboardUrl: string;
	scope: Scope;
	/** How the client opens the page of an approval; undefined if it cannot. */
	elicitation?: Elicitation | undefined;
	/** Aborted when the caller cancels or the call times out. */
	signal: AbortSignal;
};

/** One tool as data: both transports, the list of tools and the docs are derived from it. */
export type Tool<
	Input extends z.ZodObject = z.ZodObject,
	Output extends z.ZodObject = z.ZodObject,
> = {
	name: string;
	title: string;
	/** For the model: what it does, and when to use it. */
	description: string;
	/** The commands of the command line that it covers. */
	commands: readonly string[];
	/** `connection` requires a sign-in. */
	need: 'nothing' | 'connection';
	effect: Effect;
	/** Whether its results contain visitors' text. */
	fromVisitors?: true | ((input: z.output<Input>) => boolean);
	/** It keeps to an address that is limited to reading, although some of its calls change something. */
	limitsItself?: true;
	/** It reads the documentation site. */
	fromDocs?: true;
	input: Input;
	output: Output;
	run(input: z.output<Input>, context: Context): Promise<z.input<Output>>;
};

/**
 * Effect of a call: `reads` changes nothing, `adds` creates without replacing, `changes` alters what
 * visitors see.
 */
export type Effect = 'reads' | 'adds' | 'changes';

/** A tool without its own types. */
export type AnyTool = Omit<Tool, 'run' | 'fromVisitors'> & {
	fromVisitors?: true | ((input: never) => boolean);
	run(input: never, context: Context): Promise<unknown>;
};

/** Infers the types of a tool's `run` from its input and output. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
	tool: Tool<Input, Output>,
): Tool<Input, Output> {
	return tool;
}
