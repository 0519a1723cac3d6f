import type { Rolldown } from 'vite';

export type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

type Users = {
	/** The routes that statically import the module. */
	pages: ReadonlySet<string>;
	/** Modules that are imported when needed, and statically import the module. */
	parts: ReadonlySet<string>;
	/** These routes, and those whose parts import the module. */
	all: ReadonlySet<string>;
};

/** Finds which pages of the dashboard, and which of their parts that load later, use a module. */
export class ModuleUsers {
	readonly #graph: Graph;
	readonly #known = new Map<string, Users>();
	readonly #taken = new Map<string, ReadonlySet<string> | 'all'>();

	constructor(graph: Graph) {
		this.#graph = graph;
	}

	of(id: string): Users {
		const known = this.#known.get(id);
		if (known) return known;
		const { pages, parts } = this.#find(id, (at) => this.#importersOf(at));
		const all = this.#find(id, (at) => [
			...this.#importersOf(at),
			...(this.#info(at)?.dynamicImporters ?? []),
		]);
		const users = { pages, parts, all: all.pages };
		this.#known.set(id, users);
		return users;
	}

	#find(from: string, importersOf: (id: string) => string[]) {
		const [pages, parts] = [new Set<string>(), new Set<string>()];
		const queue = new Set([from]);
		for (const at of queue) {
			const page = pageAt(toPosix(at));
			if (page !== undefined) {
				pages.add(page);
				continue;
			}
			if (this.#info(at)?.dynamicImporters.length) parts.add(at);
			for (const importer of importersOf(at)) queue.add(importer);
		}
		return { pages, parts };
	}

	/** Total characters of a module and of its imports, without those that at least `minPages` pages share. */
	measure(id: string, minPages: number): number {
		const queue = new Set([id]);
		let length = 0;
		for (const at of queue) {
			const { code, importedIds } = this.#info(at) ?? {};
			length += code?.length ?? 0;
			for (const imported of importedIds ?? [])
				if (this.of(imported).pages.size < minPages) queue.add(imported);
		}
		return length;
	}

	/** Whether a module imports the contract's schemas, which are half as large as everything else. */
	reachesSchemas(id: string): boolean {
		const queue = new Set([id]);
		for (const at of queue) {
			const path = toPosix(at);
			if (path.includes('/node_modules/zod/')) return true;
			// Its imports from the contract contain no schemas: see plain-routes.ts.
			if (path.includes('/client/src/')) continue;
			for (const imported of this.#importsOf(at)) queue.add(imported);
		}
		return false;
	}

	/** Modules that import something of a module, directly or from the contract's module of exports. */
	#importersOf(id: string): string[] {
		return (this.#info(id)?.importers ?? []).flatMap((importer) =>
			isExports(importer)
				? (this.#info(importer)?.importers ?? []).filter((user) => this.#takes(user, id))
				: importer,
		);
	}

	#importsOf(id: string): string[] {
		return (this.#info(id)?.importedIds ?? []).flatMap((imported) =>
			isExports(imported)
				? (this.#info(imported)?.importedIds ?? []).filter((source) => this.#takes(id, source))
				: imported,
		);
	}

	/** Whether a module imports an export of `source` from the contract's module of exports. */
	#takes(user: string, source: string): boolean {
		const taken = this.#takenBy(user);
		return taken === 'all' || !!this.#info(source)?.exports.some((name) => taken.has(name));
	}

	/** The names that a module imports from the contract's module of exports. */
	#takenBy(user: string): ReadonlySet<string> | 'all' {
		const found = this.#taken.get(user) ?? readTaken(this.#info(user)?.code ?? '');
		this.#taken.set(user, found);
		return found;
	}

	#info(id: string): Rolldown.ModuleInfo | null {
		return this.#graph.getModuleInfo(id);
	}
}

// SvelteKit finds these modules by name, and loads each page separately.
export function isOwnChunk(path: string): boolean {
	return /app-manifest|\/client-optimized\/|\/runtime\/client\/(client-)?entry\.js|\/src\/routes\//.test(
		path,
	);
}

export function toPosix(id: string): string {
	return id.replaceAll('\\', '/');
}

function pageAt(path: string): string | undefined {
	if (/\/runtime\/client\/(client-)?entry\.js$|\/client-optimized\/app\.js$/.test(path))
		return 'every page';
	// Error pages are loaded beside the other pages, which do not wait for them.
	const [, folder] = /\/src\/routes\/(.*)\+(?:layout|page)\.(?:svelte|ts)$/.exec(path) ?? [];
	return folder === '' ? 'every page' : folder;
}

function isExports(id: string): boolean {
	return toPosix(id).endsWith('/contract/src/mod.ts');
}

function readTaken(code: string): ReadonlySet<string> | 'all' {
	const clauses = [
		...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']@feedback\/contract["']/g),
	];
	if (clauses.length === 0) return 'all';
	return new Set(
		clauses.flatMap(([, names = '']) =>
			names.split(',').map((name) => name.trim().split(/\s/)[0]!),
		),
	);
}
