/** What stands above the questions, also while they are on their way. */
export const aboutQuestions = 'Keep it short: one or two questions get the most answers.';
