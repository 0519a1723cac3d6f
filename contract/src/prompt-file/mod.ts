export { findClosestWord } from './closest-word.ts';
export { promptJsonSchema } from './json-schema.ts';
export type { JsonSchema } from './json-schema.ts';
export { parsePromptFile } from './parse.ts';
export type { ParsedPromptFile, PromptFileIssue } from './parse.ts';
export { writePromptFile } from './write.ts';
export type { PromptFileFormat } from './write.ts';
