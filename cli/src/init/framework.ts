import type { App } from './app.ts';
import type { InitOptions } from './init-call.ts';

/** A file that the wizard writes: a new one, or the whole text of an edited one. Paths are within the app. */
export type FileChange = { path: string; text: string };

/** What a framework asks for. */
export type Changes = {
	files: FileChange[];
	/** What a person should know beside. */
	notes?: string[];
	/** The SDK comes from the service by a script tag: there is nothing to install. */
	byScript?: true;
};

/** The code that starts the SDK, for a person to place. */
export type ByHand = {
	/** Where it goes, as an instruction: `Create src/start.ts`. */
	place: string;
	code: string;
	/** The code loads the SDK from the service: there is nothing to install. */
	byScript?: true;
};

/** How the SDK comes into apps of one kind. */
export type Framework = {
	id: string;
	/** As people call it. */
	name: string;
	/** Path of its guide in the documentation. */
	guide: string;
	/** The package whose version is shown. */
	package?: string;
	/** The same, where it depends on the app. */
	packageOf?(app: App): string | undefined;
	matches(app: App): boolean;
	/** The changes that start the SDK; throws `Unplanned` where it is not clear what to change. */
	plan(app: App, options: InitOptions): Changes;
	/** What a person writes, and where, when the wizard does not; without it, any browser entry. */
	byHand?(app: App, options: InitOptions): ByHand;
	/** Where `identify` and `reset` belong. */
	places: { identify: string; reset: string };
};
