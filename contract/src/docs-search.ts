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
