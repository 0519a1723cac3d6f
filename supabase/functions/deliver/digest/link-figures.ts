import { explainDigest, narrowList, type ExplainedFigure } from '@feedback/contract';

import type { Score } from './compare-scores.ts';
import type { Digest, DigestPrompt } from './read-digest.ts';

/** Explains the figures of a prompt in a digest. */
export function explainFigures(
	{ responses, before }: DigestPrompt,
	score: Score | undefined,
	{ since, until, partial }: Pick<Digest, 'since' | 'until' | 'partial'>,
): ExplainedFigure[] {
	return explainDigest(
		{
			responses,
			before,
			score:
				score?.version === undefined
					? null
					: { ...score, question: score.question.id, version: score.version },
		},
		{ since, until, partial },
	);
}

/** Returns the dashboard's list of the responses that a figure of the digest counts; undefined without an explanation. */
export function linkFigures(
	prompt: DigestPrompt,
	score: Score | undefined,
	digest: Digest,
	pages: string,
): (figure: string) => string | undefined {
	const figures = explainFigures(prompt, score, digest);
	const query = new URLSearchParams({
		prompt: prompt.id,
		...(digest.condition && { condition: JSON.stringify(digest.condition) }),
	});
	return (figure) => {
		const found = figures.find((one) => one.figure === figure);
		return found && `${pages}/responses?${narrowList(query, found.filter)}`;
	};
}
