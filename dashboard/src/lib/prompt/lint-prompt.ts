// Imported when needed: few pages need the rules.
export { lintPrompt } from '@feedback/contract';
