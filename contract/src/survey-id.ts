/** The form of a prompt's survey ID. */
export const surveyIdPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;
