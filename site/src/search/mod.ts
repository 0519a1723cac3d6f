export { buildIndex, openIndex } from './search-index.ts';
export type { Search, SerializedIndex } from './search-index.ts';
export type { SearchResponse, SearchResult, Section } from './section.ts';
