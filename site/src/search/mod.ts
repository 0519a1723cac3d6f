export { buildIndex, openIndex } from './search-index.ts';
export type { Search, SerializedIndex } from './search-index.ts';
export type { SearchAnswer, SearchResult, Section } from './section.ts';
