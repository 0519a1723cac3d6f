import { cleanLine } from '../../output/clean.ts';
import type { Deletion } from './delete-one.ts';

/** For example `the prompt "Ease"`, or `12 responses to “Ease”`. */
export function nameDeletion({ kind, name }: Pick<Deletion, 'kind' | 'name'>): string {
	return kind === 'responses' ? cleanLine(name) : `the ${kind} "${cleanLine(name)}"`;
}
