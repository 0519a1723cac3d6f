import { z } from 'zod';

/** One section of the documentation that matches a query. */
export const docsSearchResultSchema = z.object({
	/** Title of the page. */
	title: z.string(),
	/** Heading of the section; the page's title for the part above the first heading. */
	heading: z.string(),
	/** Link to the section. */
	url: z.string(),
	/** The page as Markdown. */
	markdown_url: z.string(),
	/** Package and version that the page describes. */
	package: z.string(),
	version: z.string(),
	/** Excerpt of the section, with an ellipsis where it is cut. */
	passage: z.string(),
});
export type DocsSearchResult = z.infer<typeof docsSearchResultSchema>;

/** The reply of the documentation's `GET /search`; results are in order of relevance. */
export const docsSearchResponseSchema = z.object({
	query: z.string(),
	results: z.array(docsSearchResultSchema),
});
export type DocsSearchResponse = z.infer<typeof docsSearchResponseSchema>;

/** What a page of the documentation reports when a reader leaves its search. */
export const docsSearchEndSchema = z.strictObject({ q: z.string(), clicked: z.boolean() });

const count = z.number().int().min(0);

/** Searches of the documentation for the same words on one day (UTC). */
export const docsSearchCountSchema = z.object({
	day: z.iso.date(),
	/** The words of the query, in lower case. */
	words: z.string(),
	/** Searches without a result. */
	no_result: count,
	/** Searches of people who left the results without opening one. */
	no_click: count,
	/** Searches of people who opened a result. */
	clicked: count,
});
export type DocsSearchCount = z.infer<typeof docsSearchCountSchema>;

/** What `feedback-server docs-searches --json` prints: the searches for the same words on any day. */
export const docsSearchMissesSchema = z.object({
	searches: z.array(docsSearchCountSchema.omit({ day: true }).extend({ last_day: z.iso.date() })),
});
export type DocsSearchMisses = z.infer<typeof docsSearchMissesSchema>;

/** What `feedback-server` stores about searches of its documentation. */
export const docsSearchCountsSchema = z.object({ searches: z.array(docsSearchCountSchema) });
export type DocsSearchCounts = z.infer<typeof docsSearchCountsSchema>;
