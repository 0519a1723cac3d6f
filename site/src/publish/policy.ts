import { createHash } from 'node:crypto';

import type { AskTarget } from '../ask/ask-target.ts';

/**
 * The Content Security Policy of the site. Inline scripts are allowed by their hashes. Inline styles are
 * allowed for the style attributes of highlighted code, and WebAssembly for Pagefind.
 */
export function writePolicy(pages: string[], ask: AskTarget | undefined): string {
	const hashes = new Set(pages.flatMap(inlineScripts).map(hashOf));
	const service = ask ? ` ${new URL(ask.apiUrl).origin}` : '';
	return [
		"default-src 'none'",
		["script-src 'self' 'wasm-unsafe-eval'", ...[...hashes].toSorted()].join(' '),
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data:",
		"font-src 'self'",
		`connect-src 'self'${service}`,
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ');
}

function inlineScripts(html: string): string[] {
	return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
		([, code]) => code!,
	);
}

function hashOf(code: string): string {
	return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
