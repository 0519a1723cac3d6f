import { posix } from 'node:path';

/** The files and folders of the tree, to look paths up as documents write them. */
export class TreePaths {
	private readonly paths: ReadonlySet<string>;

	/** @param files from the root, with slashes */
	constructor(files: readonly string[]) {
		this.paths = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
	}

	/** Whether a path exists, seen from the root. */
	has(path: string): boolean {
		const normal = posix.normalize(path).replace(/\/$/, '');
		return normal === '.' || this.paths.has(normal);
	}

	/**
	 * Whether a path of a document exists, seen from the root or from the document's folder; a bare name may be
	 * anywhere below that folder. `{a,b}` means each of its parts, all of which have to exist; `*` and `<name>`
	 * mean any part.
	 */
	hasFrom(folder: string, written: string): boolean {
		return expandBraces(written.replace(/\/$/, '')).every((path) => {
			const pattern = path.replaceAll(/<[^>]*>/g, '*');
			if (!pattern.includes('/')) return this.has(pattern) || this.hasBelow(folder, pattern);
			return [pattern, posix.join(folder, pattern)].some((candidate) => this.matches(candidate));
		});
	}

	private hasBelow(folder: string, pattern: string): boolean {
		const name = toExpression(pattern);
		const start = folder === '.' ? '' : `${folder}/`;
		return [...this.paths].some(
			(path) => path.startsWith(start) && name.test(posix.basename(path)),
		);
	}

	private matches(pattern: string): boolean {
		if (!pattern.includes('*')) return this.has(pattern);
		const expression = toExpression(pattern);
		return [...this.paths].some((path) => expression.test(path));
	}
}

function parentsOf(path: string): string[] {
	const parent = posix.dirname(path);
	return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

function expandBraces(path: string): string[] {
	const [whole, parts] = /\{([^}]*)\}/.exec(path) ?? [];
	if (whole === undefined || parts === undefined) return [path];
	return parts.split(',').flatMap((part) => expandBraces(path.replace(whole, part)));
}

function toExpression(pattern: string): RegExp {
	const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
	return new RegExp(`^${escaped.replaceAll('*', '[^/]*')}$`);
}
