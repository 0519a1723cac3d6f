import { z } from 'zod';

import { contextLanguages, contextPath } from './shared-limits.ts';

/** Longest language tag that BCP 47 asks software to keep. */
const tagLength = 35;
const devices = ['phone', 'tablet', 'desktop'] as const;

const context = z.strictObject({
	path: z.string().max(contextPath).optional(),
	device: z.enum(devices).optional(),
	languages: z.array(z.string().max(tagLength)).max(contextLanguages).optional(),
});

type PageContext = z.output<typeof context>;

/**
 * What the browser says about its page. No part of it refuses the request, because the app controls none of it: what
 * cannot be used is left out.
 */
export const pageContextSchema = z.preprocess(keepUsable, context);

function keepUsable(given: unknown): PageContext {
	if (typeof given !== 'object' || given === null) return {};
	const { path, device, languages } = given as Record<string, unknown>;
	const isDevice = (value: unknown): value is PageContext['device'] =>
		devices.some((known) => known === value);
	return {
		...(typeof path === 'string' && { path: readPath(path) }),
		...(isDevice(device) && { device }),
		...(Array.isArray(languages) && {
			languages: languages.filter(isTag).slice(0, contextLanguages),
		}),
	};
}

const isTag = (value: unknown): value is string =>
	typeof value === 'string' && value !== '' && value.length <= tagLength;

/**
 * The path as people write it: `/über-uns` for `/%C3%BCber-uns`. Escapes of ASCII, such as `%2F`, stay. A fragment stays
 * if it is the route of an app, such as `#/settings`; other fragments and queries may contain private data.
 */
function readPath(path: string): string {
	const decoded = path.replaceAll(/(%[89a-f][\da-f])+/gi, (escaped) => {
		try {
			return decodeURIComponent(escaped);
		} catch {
			// The path was cut inside a letter, or has another encoding.
			return escaped;
		}
	});
	const [page = '', route] = decoded.split(/#(?=!?\/)/, 2);
	const withRoute =
		route === undefined ? removeQuery(page) : `${removeQuery(page)}#${removeQuery(route)}`;
	return withRoute.slice(0, contextPath);
}

const removeQuery = (path: string) => path.replace(/[?#].*$/s, '');
