import type { Client } from '@feedback/client';
import type { Action } from '@feedback/contract';

import type { Caller } from './caller.ts';
import type { DryRun } from './dry-run.ts';
import type { Paint } from './output/paint.ts';
import type { Settings } from './settings/settings.ts';

/** What a person has to approve, and where. */
export type Wanted = {
	action: Action;
	workspace?: string;
	site?: string;
	prompt?: string;
	revision?: number;
};

/** Puts questions to the person; there is none where nobody could answer. */
export type Ask = {
	confirm(question: string): Promise<boolean>;
	choose(question: string, choices: { value: string; label: string }[]): Promise<string>;
};

/** What a command may use of the world around it. */
export type Context = {
	settings: Settings;
	caller: Caller;
	client: Client;
	env: NodeJS.ProcessEnv;
	/** The data is for a program: standard output belongs to one object. */
	structured: boolean;
	/** Only tell what would change. */
	dryRun: boolean;
	ask: Ask | undefined;
	/** The workspace of the flags, the settings, or the only one there is. */
	workspace(): Promise<string>;
	/** The site of the flags, the settings, or the only one there is. */
	site(): Promise<string>;
	/** Runs what needs an approval; asks a person for it when it is missing. */
	approved<Result>(wanted: Wanted, run: () => Promise<Result>): Promise<Result>;
	/** What `--dry-run` tells of an action. */
	foresee(would: string, wanted: Wanted): Promise<DryRun>;
	/** The text of a file, or of standard input for `-`. */
	readText(path: string): Promise<string>;
	/** Styles for what `report` tells. */
	paint: Paint;
	/** A line for the person, on standard error. */
	progress(text: string): void;
	/** What a command that streams tells before its end: an object of its own, or text for people. */
	report(event: { type: string } & Record<string, unknown>, text?: string): void;
};
