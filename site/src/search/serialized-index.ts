import type MiniSearch from 'minisearch';

import type { Section } from './section.ts';

/** What all sections of a page have in common, by the page's path. */
export type PageFacts = Record<string, Pick<Section, 'title' | 'package' | 'version'>>;

/** The index as the build writes it and the server reads it: plain JSON. */
export type SerializedIndex = ReturnType<MiniSearch['toJSON']> & { pages: PageFacts };
