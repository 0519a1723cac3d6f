import type MiniSearch from 'minisearch';

/** What the build writes and the server reads: plain JSON. */
export type SerializedIndex = ReturnType<MiniSearch['toJSON']>;
