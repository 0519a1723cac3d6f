import type MiniSearch from 'minisearch';

/** The index as the build writes it and the server reads it: plain JSON. */
export type SerializedIndex = ReturnType<MiniSearch['toJSON']>;
