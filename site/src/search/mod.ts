export { buildIndex, openIndex } from './search-index.ts';
export type { Search, SerializedIndex } from './search-index.ts';
export type { Section } from './section.ts';
