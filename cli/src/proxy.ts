import { Failure } from './failure.ts';

/** The proxy of the environment, and the variable that names it. */
export type Proxy = { variable: string; address: string };

const variables = ['https_proxy', 'HTTPS_PROXY'];
// A service on this machine is reached without a proxy, also where NO_PROXY does not say so.
const local = ['localhost', '127.0.0.1', '[::1]'];

/** The proxy that the environment names for https; the lower-case variable counts first, as for curl. */
export function findProxy(env: NodeJS.ProcessEnv): Proxy | undefined {
	const variable = variables.find((name) => env[name]);
	return variable === undefined ? undefined : { variable, address: env[variable]! };
}

/**
 * Sends requests of this process through the proxy that the environment names, if it names one; `NO_PROXY` lists
 * hosts to reach without it. Node's own `fetch` reads neither before Node 24, and there only when asked to.
 */
export async function useProxy(env: NodeJS.ProcessEnv): Promise<void> {
	const proxy = findProxy(env);
	if (!proxy) return;
	const protocol = URL.parse(proxy.address)?.protocol;
	if (protocol !== 'http:' && protocol !== 'https:') {
		// Without the value: it may hold a password.
		throw new Failure('usage', `${proxy.variable} must be an http or https address.`, {
			hint: 'For example: http://proxy.example.com:8080',
			details: { field: proxy.variable },
		});
	}
	const exceptions = env['no_proxy'] || env['NO_PROXY'] || '';
	const { EnvHttpProxyAgent, install, setGlobalDispatcher } = await import('undici');
	// Its own `fetch`: that of Node may be too old for its agent.
	install();
	setGlobalDispatcher(
		new EnvHttpProxyAgent({
			// Plain http goes to this machine only.
			httpProxy: '',
			httpsProxy: proxy.address,
			noProxy: exceptions.trim() === '*' ? '*' : [exceptions, ...local].join(','),
		}),
	);
}
