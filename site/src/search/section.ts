/** One section of a page, as stored in the index. Addresses are paths, so that one index serves any host. */
export type Section = {
	/** Title of the page. */
	title: string;
	/** Heading of the section; the page's title for the part above the first heading. */
	heading: string;
	/** Headings above this one, outermost first, joined by " › ". */
	trail: string;
	/** Prose and tables, as plain text. */
	text: string;
	/** Code blocks, as plain text. */
	code: string;
	/** Readers' terms for the section, if it uses other words. */
	aliases: string;
	/** Path and anchor, such as `/sdk/methods/#event`. */
	path: string;
	package: string;
	version: string;
};
