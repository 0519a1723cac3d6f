import type { Question } from '@feedback/contract';
import type { Component } from 'svelte';

import ChoiceResult from './ChoiceResult.svelte';
import NpsResult from './NpsResult.svelte';
import RatingResult from './RatingResult.svelte';
import type { ResultProps } from './result-props.ts';
import TextAnswers from './TextAnswers.svelte';

type Kind = {
	Result: Component<ResultProps>;
	/** Whether it shows an estimate, which needs enough answers. */
	isScore: boolean;
};

const score = { isScore: true };
const plain = { isScore: false };

/** The result component of each question type; messages have none. */
export const questionResults = {
	rating: { Result: RatingResult, ...score },
	nps: { Result: NpsResult, ...score },
	single_choice: { Result: ChoiceResult, ...plain },
	multiple_choice: { Result: ChoiceResult, ...plain },
	yes_no: { Result: ChoiceResult, ...plain },
	short_text: { Result: TextAnswers, ...plain },
	long_text: { Result: TextAnswers, ...plain },
	consent: { Result: ChoiceResult, ...plain },
	message: undefined,
} satisfies Record<Question['type'], Kind | undefined>;
