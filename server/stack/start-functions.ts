import { layout } from '#layout';
import { type FunctionsRun, runFunctions } from '../functions/functions.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import type { Log } from '../log/log.ts';
import type { Measurements } from '../../supabase/functions/_shared/metrics.ts';
import { type Supervised, supervise } from '../supervisor/supervisor.ts';
import type { TracingOptions } from '../tracing/tracing.ts';
import { since } from './since.ts';

export type FunctionsPartOptions = {
	/** Environment of the functions, besides the variables that every server sets. */
	environment: Readonly<Record<string, string>>;
	/** Deno's cache folder. */
	cache: string;
	/** Hosts besides loopback that the functions connect to. */
	hosts?: readonly string[];
	/** Whether the functions may call public addresses by HTTPS. They may not by default. */
	outgoing?: boolean;
	upstreams: Upstreams;
	tracing?: TracingOptions | undefined;
	log: Log;
	cleanup: AsyncDisposableStack;
};

export type FunctionsPart = {
	functions: Supervised;
	/** Reads the functions' counters since they started; undefined while they do not respond. */
	readMeasurements(): Promise<Measurements | undefined>;
	/**
	 * Starts the functions with their present code; requests wait for them. Resolves to the names of the functions that
	 * could not be loaded. Rejects, and keeps the running ones, when the process does not start.
	 */
	replace(): Promise<string[]>;
};

/** Starts the edge functions, keeps them running, and connects them to the gateway. */
export async function startFunctionsPart(options: FunctionsPartOptions): Promise<FunctionsPart> {
	const { cache, hosts = [], outgoing = false, upstreams, tracing, log, cleanup } = options;
	const environment = {
		FEEDBACK_PROXY_COUNT: '1',
		// The IDs can be trusted because the gateway removes those of callers.
		FEEDBACK_TRUSTED_REQUEST_IDS: '1',
		FEEDBACK_SCRIPT_DIR: layout.scripts,
		...(outgoing ? { FEEDBACK_CLIENT_DOCUMENTS: '1' } : { FEEDBACK_OUTGOING_HTTPS: '0' }),
		...options.environment,
	};
	let current: FunctionsRun | undefined;
	const started = performance.now();
	const functions = await supervise({
		name: 'The functions process',
		log,
		async start(signal) {
			const run = await runFunctions({
				...{ environment, cache, hosts, outgoing, signal, tracing },
				readable: [environment.FEEDBACK_SCRIPT_DIR],
				onLine: ({ level, message, requestId }) =>
					log(`functions: ${message}`, level, { request_id: requestId }),
			});
			upstreams.functionsPort = run.port;
			current = run;
			void run.ended.then(() => {
				if (current !== run) return;
				upstreams.functionsPort = undefined;
				current = undefined;
			});
			for (const [name, said] of Object.entries(run.failures)) {
				log(`The function ${name} could not be loaded:\n${said}`, 'error');
			}
			return run;
		},
	});
	cleanup.defer(() => functions.stop());
	upstreams.findUnready = () => findUnready(current);
	log(`The functions run under Deno${since(started)}.`);
	return {
		functions,
		readMeasurements: async () => current?.readMeasurements().catch(() => undefined),
		async replace() {
			const replaced = functions.replace();
			upstreams.starting = replaced.catch(() => undefined);
			await replaced.finally(() => delete upstreams.starting);
			return Object.keys(current?.failures ?? {});
		},
	};
}

/** Names of the parts that are not ready: the functions' statement needs the database. */
async function findUnready(run: FunctionsRun | undefined): Promise<string[]> {
	if (!run || Object.keys(run.failures).length > 0) return ['functions'];
	return (await run.isReady()) ? [] : ['postgres'];
}
