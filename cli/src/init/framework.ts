import type { App } from './app.ts';
import type { InitOptions } from './init-call.ts';

/** A file that the wizard writes, with its whole text. The path is relative to the app. */
export type FileChange = { path: string; text: string };

/** The changes that a framework needs. */
export type Changes = {
	files: FileChange[];
	/** Notes for the person. */
	notes?: string[];
	/** A script tag loads the SDK from the service, so there is no package to install. */
	byScript?: true;
};

/** The code that starts the SDK, for a person to add. */
export type ByHand = {
	/** Place for the code, as an instruction: `Create src/start.ts`. */
	place: string;
	code: string;
	/** The code loads the SDK from the service, so there is no package to install. */
	byScript?: true;
};

/** How to add the SDK to apps of one framework. */
export type Framework = {
	id: string;
	/** Display name. */
	name: string;
	/** Path of its guide in the documentation. */
	guide: string;
	/** The package whose version is shown. */
	package?: string;
	/** Like `package`, if the package is different for each app. */
	packageOf?(app: App): string | undefined;
	/** The version that is shown, of a framework that is no package of npm. */
	versionOf?(app: App): string | undefined;
	matches(app: App): boolean;
	/** The changes that start the SDK; throws `Unplanned` where it is not clear what to change. */
	plan(app: App, options: InitOptions): Changes;
	/** Code and place for a person, when the wizard edits nothing; by default, any browser entry. */
	byHand?(app: App, options: InitOptions): ByHand;
	/** Places for `identify` and `reset`. */
	places: {
		identify: string;
		reset: string;
		/** The call of `identify`, where it is not plain JavaScript. */
		call?: string;
	};
};
