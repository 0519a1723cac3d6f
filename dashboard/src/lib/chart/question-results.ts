import type { Question } from '@feedback/contract';
import type { Component } from 'svelte';

import ChoiceResult from './ChoiceResult.svelte';
import NpsResult from './NpsResult.svelte';
import PictureResult from './PictureResult.svelte';
import RatingResult from './RatingResult.svelte';
import type { ResultProps } from './result-props.ts';
import TextAnswers from './TextAnswers.svelte';

type Kind = {
	Result: Component<ResultProps>;
	/** Whether the result is an estimate, which needs enough answers. */
	isScore: boolean;
	/** Whether the result shows figures, which can be downloaded as a picture. */
	isChart: boolean;
};

const score = { isScore: true, isChart: true };
const choice = { isScore: false, isChart: true };
const words = { isScore: false, isChart: false };

/** The result component of each question type; messages have none. */
export const questionResults = {
	rating: { Result: RatingResult, ...score },
	nps: { Result: NpsResult, ...score },
	single_choice: { Result: ChoiceResult, ...choice },
	multiple_choice: { Result: ChoiceResult, ...choice },
	yes_no: { Result: ChoiceResult, ...choice },
	short_text: { Result: TextAnswers, ...words },
	long_text: { Result: TextAnswers, ...words },
	consent: { Result: ChoiceResult, ...choice },
	screenshot: { Result: PictureResult, ...words },
	message: undefined,
} satisfies Record<Question['type'], Kind | undefined>;
