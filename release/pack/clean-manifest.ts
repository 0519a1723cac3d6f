/** The fields of a `package.json` that matter here. */
export type Manifest = {
	name: string;
	version: string;
	private?: boolean;
	repository?: unknown;
	devDependencies?: Record<string, string>;
	scripts?: Record<string, string>;
	[field: string]: unknown;
};

const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

/**
 * The manifest as it is published: without what only the workspace needs, and with its other published packages at
 * exactly their version.
 *
 * @param versions versions of the published packages of this tree, by name
 * @param isOurs whether a name belongs to this tree
 * @throws when an installation would need a package of this tree that is not published
 */
export function cleanManifest(
	{ devDependencies: _, scripts: __, ...manifest }: Manifest,
	versions: ReadonlyMap<string, string>,
	isOurs: (name: string) => boolean,
): Manifest {
	const resolved = kinds.flatMap((kind) => {
		const dependencies = manifest[kind] as Record<string, string> | undefined;
		if (!dependencies) return [];
		const entries = Object.entries(dependencies).map(([name, range]) => {
			if (!isOurs(name)) {
				if (!/^(workspace|file|link|portal):/.test(range)) return [name, range];
				throw new Error(`${manifest.name} depends on ${name} at "${range}", which is no version.`);
			}
			const version = versions.get(name);
			if (version === undefined) {
				throw new Error(`${manifest.name} depends on ${name}, which is not published: bundle it.`);
			}
			return [name, version];
		});
		return [[kind, Object.fromEntries(entries) as unknown] as const];
	});
	return { ...manifest, ...Object.fromEntries(resolved) };
}
