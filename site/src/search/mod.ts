export { buildIndex, openIndex } from './search-index.ts';
export type { Search } from './search-index.ts';
export type { Section } from './section.ts';
export type { SerializedIndex } from './serialized-index.ts';
