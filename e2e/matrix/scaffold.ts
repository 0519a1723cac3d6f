/** An app as created by the framework's scaffolder, and how to build and serve it. */
export type Scaffold = {
	/** The app's ID, which is also the name of its event. */
	id: string;
	/** The framework that the wizard must detect. */
	framework: string;
	/** The scaffolder with its arguments, run by npx in an empty folder; it creates the folder `app`. */
	create?: string[];
	/** Changes the scaffolded app, or creates the whole app where no scaffolder is needed. */
	prepare?: (folder: string) => void;
	/** Additional arguments of the wizard. */
	init?: string[];
	build?: string[];
	/** Serves the built app on a port; without it, files are served. */
	serve?: (port: number) => string[];
	/** The folder whose files are served, if not the app's. */
	served?: string;
	/** Writes the page that a server would answer with, of an app whose language is not installed here. */
	render?: (app: string) => void;
};
