import { Failure } from './failure.ts';

/** A proxy, and the environment variable that names it. */
export type Proxy = { variable: string; address: string };

const variables = ['https_proxy', 'HTTPS_PROXY'];
// A local service is always reached without the proxy, even if NO_PROXY does not list it.
const local = ['localhost', '127.0.0.1', '[::1]'];

/** The proxy for https from the environment; the lower-case variable takes precedence, as in curl. */
export function findProxy(env: NodeJS.ProcessEnv): Proxy | undefined {
	const variable = variables.find((name) => env[name]);
	return variable === undefined ? undefined : { variable, address: env[variable]! };
}

/**
 * Sends this process's requests through the proxy that the environment sets, if any, except to hosts in `NO_PROXY`.
 * Node's own `fetch` supports neither variable before Node 24, and later only with an option.
 */
export async function useProxy(env: NodeJS.ProcessEnv): Promise<void> {
	const proxy = findProxy(env);
	if (!proxy) return;
	const protocol = URL.parse(proxy.address)?.protocol;
	if (protocol !== 'http:' && protocol !== 'https:') {
		// Omit the value: it may contain a password.
		throw new Failure('usage', `${proxy.variable} must be an http or https address.`, {
			hint: 'For example: http://proxy.example.com:8080',
			details: { field: proxy.variable },
		});
	}
	const exceptions = env['no_proxy'] || env['NO_PROXY'] || '';
	const { EnvHttpProxyAgent, install, setGlobalDispatcher } = await import('undici');
	// Use undici's `fetch`: Node's may be too old for the agent.
	install();
	setGlobalDispatcher(
		new EnvHttpProxyAgent({
			// Plain http is allowed for local services only.
			httpProxy: '',
			httpsProxy: proxy.address,
			noProxy: exceptions.trim() === '*' ? '*' : [exceptions, ...local].join(','),
		}),
	);
}
