/** Absolute paths of the files that the server starts, serves and applies. */
export type Layout = {
	/** Whether this is the published package, in which everything is built. */
	packaged: boolean;
	/** Folder of the migrations. */
	migrations: string;
	/** Folder of the functions, views, triggers and policies. */
	schemas: string;
	/** Folder with a folder for each edge function. */
	functions: string;
	/** The module of a function that exports `handle`, from the function's folder. */
	handler: 'handler.js' | 'handler.ts';
	/** The script that Deno runs. */
	functionsHost: string;
	/** Flags with which Deno resolves the functions' imports. */
	denoFlags: readonly string[];
	/** Folders that Deno may read. */
	denoReads: readonly string[];
	/** Built files: the dashboard, the SDK's scripts, the documentation, the registry of the packages. */
	dashboard: string;
	scripts: string;
	docs: string;
	/** Scripts of the threads that serve the documentation, the files, and what signs people in. */
	docsThread: string;
	filesThread: string;
	identityThread: string;
	packages: string;
};
