import { examplePrompt, promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';
import { expect, it } from 'vitest';

import type { Revision } from '../read-revision-pair.ts';
import { describeConsequence } from './describe-consequence.ts';

const revisionOf = (revision: number, timing: PromptInput['timing'] = {}) => ({
	revision,
	content: promptSchema.parse({ ...examplePrompt, timing, sampling: { rate: 1 } }),
});
const [past, future] = ['2020-05-01T00:00:00Z', '2120-05-01T00:00:00Z'];

it.each([
	[{}, 'Visitors can see it from now on, after the next matching event.'],
	[{ starts_at: past }, 'Visitors can see it from now on, after the next matching event.'],
	[
		{ starts_at: future },
		'Visitors can see it from 1 May 2120 at 00:00:00 UTC, after the next matching event.',
	],
	[{ ends_at: past }, 'Visitors do not see it: it ended on 1 May 2020 at 00:00:00 UTC.'],
])('a first revision with the timing %j', (timing, text) => {
	expect(describeConsequence({ wanted: revisionOf(1, timing), published: null })).toBe(text);
});

it('a revision that replaces another, even before its own start', () => {
	const published = revisionOf(1) as Revision;
	const say = (timing: PromptInput['timing']) =>
		describeConsequence({ wanted: revisionOf(2, timing), published });
	expect(say({})).toMatch(/^It replaces revision 1 immediately\..*was answered\.$/);
	expect(say({ starts_at: future })).toMatch(/^It replaces revision 1 .* from 1 May 2120 /);
});
