import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, Pair } from 'yaml';

/**
 * Offset in the text of the value at a path, or of its nearest ancestor when there is none. With `ofKey`, the offset of
 * the key.
 */
export function locatePath(document: Document, path: (string | number)[], ofKey: boolean): number {
	let node: unknown = document.contents;
	let offset = startOf(node) ?? 0;
	for (const [index, key] of path.entries()) {
		if (isAlias(node)) node = node.resolve(document);
		const last = index === path.length - 1;
		if (isSeq(node) && typeof key === 'number') {
			node = node.items[key];
			offset = startOf(node) ?? offset;
		} else if (isMap(node)) {
			const pair = node.items.find((item) => keyOf(item) === String(key));
			if (!pair) return offset;
			node = pair.value;
			const atKey = startOf(pair.key);
			offset = (last && ofKey ? atKey : (startOf(node) ?? atKey)) ?? offset;
		} else {
			return offset;
		}
	}
	return offset;
}

function keyOf(pair: Pair): string {
	return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

// The range of an empty value (`name:`) starts after its line: use the key's.
function startOf(node: unknown): number | undefined {
	if (!isNode(node) || !node.range) return undefined;
	const [start, end] = node.range;
	return isScalar(node) && node.value === null && start === end ? undefined : start;
}
