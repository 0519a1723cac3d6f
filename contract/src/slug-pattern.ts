/** The form of survey IDs and of the keys of saved audiences. Apart from its schema, so that pages without a parser can use it. */
export const slugPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;
