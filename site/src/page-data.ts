import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { product } from '@feedback/contract';

import { docsAddress } from './address.ts';
import { neighboursOf } from './reading-paths.ts';
import { updatedDays } from './updated-days.ts';

const packages = {
	sdk: product.sdkPackage,
	cli: product.cliPackage,
	mcp: product.mcpPackage,
	service: product.name.toLowerCase(),
} as const;

/** ID of the first element after the content of a page that has a sidebar. */
export const afterContentId = 'docs-sidebar';

/** Adds to the page the data that its Markdown form needs. */
export const onRequest = defineRouteMiddleware((context) => {
	const route = context.locals.starlightRoute;
	if (route.entry.id === '404') {
		// The not-found page is sent for addresses of all kinds and is not a page itself.
		route.head = route.head.filter(({ attrs }) => attrs?.['rel'] !== 'canonical');
		return;
	}
	const neighbours = neighboursOf(route.entry.id);
	if (neighbours) {
		const links = route.sidebar.flatMap((group) => (group.type === 'group' ? group.entries : []));
		const linkTo = (slug?: string) =>
			links.find((link) => link.type === 'link' && link.href === `/${slug}/`);
		route.pagination = {
			prev: linkTo(neighbours.previous) as typeof route.pagination.prev,
			next: linkTo(neighbours.next) as typeof route.pagination.next,
		};
	}
	const updated = updatedDays().get(route.entry.filePath ?? '') ?? today();
	route.lastUpdated = new Date(`${updated}T00:00:00Z`);
	const twin = new URL(`${context.url.pathname.replace(/\/?$/, '/')}index.md`, docsAddress());
	const meta = {
		'docs:package': packages[route.entry.data.package as keyof typeof packages],
		'docs:version': product.line,
		'docs:updated': updated,
	};
	if (route.hasSidebar) {
		// Show a page when its content is there: a table changes the widths of its columns while more rows arrive.
		const attrs = { rel: 'expect', blocking: 'render', href: `#${afterContentId}` };
		route.head.push({ tag: 'link', attrs, content: '' });
	}
	route.head.push(
		{
			tag: 'link',
			attrs: { rel: 'alternate', type: 'text/markdown', href: twin.href },
			content: '',
		},
		...Object.entries(meta).map(([name, content]) => ({
			tag: 'meta' as const,
			attrs: { name, content },
			content: '',
		})),
		{
			tag: 'meta',
			attrs: { property: 'og:image', content: new URL('/social.png', docsAddress()).href },
			content: '',
		},
	);
});

function today(): string {
	return new Date().toISOString().slice(0, 10);
}
