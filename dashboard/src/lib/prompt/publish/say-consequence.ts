import type { RevisionPair } from '../read-revision-pair.ts';

/** What publishing a revision means for visitors, in a sentence or two. */
export function sayConsequence({ wanted, published }: RevisionPair): string {
	const { trigger, sampling } = wanted.content;
	const when = trigger
		? 'right after the next event that matches'
		: 'when the app asks for it with show()';
	const share = sampling.rate < 1 ? ', as far as they are in its sample' : '';
	const soon = `Visitors can see it from now on, ${when}${share}.`;
	if (!published) return soon;
	if (published.revision === wanted.revision) return 'Visitors go on seeing what they see now.';
	return `It takes the place of revision ${published.revision} at once. Who was asked already keeps counting: nobody is asked more often because of it. Responses stay with the revision they were given to.`;
}
