/** The directives of a Content Security Policy, each with its sources. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** Placeholder for a source that is only known at run time. */
export const unknownSource = '\u0000';

/** Parses a policy from a header or a `<meta>`. As in browsers, the first of duplicate directives applies. */
export function parsePolicy(text: string): ContentPolicy {
	const policy = new Map<string, string[]>();
	for (const part of text.split(';')) {
		const [name = '', ...sources] = part.trim().split(/\s+/);
		const directive = name.toLowerCase();
		if (/^[a-z-]+$/.test(directive) && !policy.has(directive)) policy.set(directive, sources);
	}
	return policy;
}

/** The directive that applies to a kind of request, with its sources; undefined when there is none. */
export function findDirective(
	policy: ContentPolicy,
	kind: 'connect' | 'script',
): { name: string; sources: readonly string[] } | undefined {
	const chain =
		kind === 'connect'
			? ['connect-src', 'default-src']
			: ['script-src-elem', 'script-src', 'default-src'];
	const name = chain.find((directive) => policy.has(directive));
	return name === undefined ? undefined : { name, sources: policy.get(name)! };
}

/** Whether sources allow an address of another origin. */
export function allowsAddress(sources: readonly string[], address: string): boolean {
	const url = new URL(address);
	return sources.some((source) => source.includes(unknownSource) || matches(source, url));
}

/** Whether script sources allow inline code with this hash (`sha256-…`). */
export function allowsInline(sources: readonly string[], hash: string): boolean {
	if (sources.some((source) => source.includes(unknownSource) || source === `'${hash}'`))
		return true;
	// Browsers ignore 'unsafe-inline' when there is a nonce or a hash.
	const isStrict = sources.some((source) => /^'(nonce-|sha\d+-|strict-dynamic)/.test(source));
	return !isStrict && sources.some((source) => source.toLowerCase() === "'unsafe-inline'");
}

function matches(source: string, url: URL): boolean {
	if (source === '*') return true;
	const scheme = /^([a-z][a-z\d+.-]*):$/i.exec(source)?.[1];
	if (scheme) return matchesScheme(scheme, url);
	const parts = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:']+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
	if (!parts) return false;
	const [, ofScheme, host = '', port, path] = parts;
	return (
		(ofScheme === undefined || matchesScheme(ofScheme, url)) &&
		matchesHost(host.toLowerCase(), url.hostname) &&
		(port === '*' || (port ?? '') === url.port || port === defaultPort(url)) &&
		(path === undefined || path === '/' || matchesPath(path, url.pathname))
	);
}

// A source with http: also allows https:.
function matchesScheme(scheme: string, { protocol }: URL): boolean {
	const allowed = `${scheme.toLowerCase()}:`;
	return allowed === protocol || (allowed === 'http:' && protocol === 'https:');
}

function matchesHost(pattern: string, host: string): boolean {
	return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host;
}

function defaultPort({ protocol, port }: URL): string | undefined {
	if (port !== '') return undefined;
	return protocol === 'https:' ? '443' : '80';
}

function matchesPath(pattern: string, path: string): boolean {
	return pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
}
