import type { StaticFiles } from '../parts/static-files.ts';

/** What the thread of the files serves. */
export type FileOptions = {
	/** Folders with the files of the registry, in which they are looked for in this order. */
	packages: readonly string[];
	/** The built dashboard, if the gateway serves it. */
	dashboard?: Omit<StaticFiles, 'backend'> | undefined;
};
