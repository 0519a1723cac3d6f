/** A small prompt file. */
export const promptText = `survey_id: ease
name: Ease
questions:
  - id: score
    type: rating
    title: How was it?
`;
