/** What stands above the questions, also while they are on their way. */
export const aboutQuestions = 'Short prompts are answered: one or two questions are plenty.';
