import type { RevisionPair } from '../read-revision-pair.ts';

/** Describes what publishing a revision changes for visitors. */
export function describeConsequence({ wanted, published }: RevisionPair): string {
	const { trigger, sampling } = wanted.content;
	const when = trigger ? 'after the next matching event' : 'when the app calls show()';
	const share = sampling.rate < 1 ? ', if they are in the sample' : '';
	const soon = `Visitors can see it from now on, ${when}${share}.`;
	if (!published) return soon;
	if (published.revision === wanted.revision) return 'Nothing changes for visitors.';
	return `It replaces revision ${published.revision} immediately. Past displays still count, so nobody is asked more often. Responses stay with the revision that was answered.`;
}
