import { expect, it } from 'vitest';

import { makeSurveyId } from './survey-id.ts';

it('a long name becomes a survey ID of whole words', () => {
	const name = 'How satisfied are you with the new onboarding of your whole engineering team?';
	expect(makeSurveyId(name, [])).toBe('how-satisfied-are-you-with-the-new-onboarding-of-your');
	expect(makeSurveyId('x'.repeat(100), [])).toBe('x'.repeat(56));
	expect(makeSurveyId(`${'x'.repeat(56)} and more`, [])).toBe('x'.repeat(56));
	expect(makeSurveyId(' Ärger?! ', ['arger'])).toBe('arger-2');
});
