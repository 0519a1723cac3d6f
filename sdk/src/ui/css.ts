import base from './prompt.css?inline';
import relations from './relations.css?inline';

/** CSS of every prompt, and of some questions only, in the order in which it applies. */
export const css = { base, relations };
