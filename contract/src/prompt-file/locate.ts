import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, Pair } from 'yaml';

/**
 * Offset in the text of what stands at a path. Where nothing stands there, the nearest thing around it;
 * with `ofKey`, the key itself instead of its value.
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

// An empty value (`name:`) has a range too, but it lies behind the line: its key speaks for it.
function startOf(node: unknown): number | undefined {
	if (!isNode(node) || !node.range) return undefined;
	const [start, end] = node.range;
	return isScalar(node) && node.value === null && start === end ? undefined : start;
}
