import { formatTime } from '../description/prompt-facts.ts';
import type { RevisionPair } from '../read-revision-pair.ts';

/** Describes what publishing a revision changes for visitors. */
export function describeConsequence({ wanted, published }: RevisionPair): string {
	if (published?.revision === wanted.revision) return 'Nothing changes for visitors.';
	const { trigger, sampling, timing } = wanted.content;
	const [start, end] = [timing.starts_at, timing.ends_at];
	const isEarly = start !== undefined && Date.parse(start) > Date.now();
	const isOver = end !== undefined && Date.parse(end) <= Date.now();
	const when = trigger ? 'after the next matching event' : 'when the app calls show()';
	const share = sampling.rate < 1 ? ', if they are in the sample' : '';
	const from = isEarly ? formatTime(start) : 'now on';
	const seen = isOver
		? `Visitors do not see it: it ended on ${formatTime(end)}.`
		: `Visitors can see it from ${from}, ${when}${share}.`;
	if (!published) return seen;
	const replaced = `It replaces revision ${published.revision} immediately. Past displays still count, so nobody is asked more often. Responses stay with the revision that was answered.`;
	return isEarly || isOver ? `${replaced} ${seen}` : replaced;
}
