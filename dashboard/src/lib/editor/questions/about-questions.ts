/** Shown above the questions, also while they load. */
export const aboutQuestions = 'Keep it short: one or two questions get the most answers.';
