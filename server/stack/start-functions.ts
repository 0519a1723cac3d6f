import { layout } from '#layout';
import { ingestNames } from '../functions/ingest-names.ts';
import { type FunctionsOptions, type FunctionsRun, runFunctions } from '../functions/functions.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import type { Log } from '../log/log.ts';
import { addMeasurements, type Measurements } from '../../supabase/functions/_shared/metrics.ts';
import { type Supervised, supervise } from '../supervisor/supervisor.ts';
import type { TracingOptions } from '../tracing/tracing.ts';
import { since } from './since.ts';

/** Where functions store files: the variables that say so, and the folder or the hosts. */
export type FilesOfFunctions = {
	environment: Readonly<Record<string, string>>;
	folder?: string;
	hosts?: readonly string[];
};

export type FunctionsPartOptions = {
	/** Environment of the functions, besides the variables that every server sets. */
	environment: Readonly<Record<string, string>>;
	files: FilesOfFunctions;
	/** Deno's cache folder. */
	cache: string;
	/** Hosts besides loopback that the functions connect to. */
	hosts?: readonly string[];
	/** Whether the functions may call public addresses by HTTPS. They may not by default. */
	outgoing?: boolean;
	/** Whether `sdk` and `events` run first when the processors are busy. */
	eventsFirst?: boolean | undefined;
	upstreams: Upstreams;
	tracing?: TracingOptions | undefined;
	log: Log;
	cleanup: AsyncDisposableStack;
};

export type FunctionsPart = {
	/** The process of all functions but those in `ingest`. */
	functions: Supervised;
	/** The process of `sdk` and `events`, so that nothing else that anyone can ask for delays visitors. */
	ingest: Supervised;
	/** Reads the functions' counters since they started; undefined while none responds. */
	readMeasurements(): Promise<Measurements | undefined>;
	/**
	 * Starts the functions with their present code; requests wait for them. Resolves to the names of the functions that
	 * could not be loaded. Rejects, and keeps the running ones, when a process does not start.
	 */
	replace(): Promise<string[]>;
};

/** Starts the edge functions, keeps them running, and connects them to the gateway. */
export async function startFunctionsPart(options: FunctionsPartOptions): Promise<FunctionsPart> {
	const { upstreams, log } = options;
	const started = performance.now();
	const ingestPort: { port: number | undefined } = { port: undefined };
	upstreams.ingest = ingestPort;
	// Both are waited for, so that one that starts is stopped when the other does not.
	const [functions, ingest] = await Promise.allSettled([
		startProcess(options, {
			name: 'functions',
			choice: { except: ingestNames },
			// Exports make much garbage.
			savesMemory: true,
			isLessUrgent: options.eventsFirst,
			files: options.files,
			onPort: (port) => (upstreams.functionsPort = port),
		}),
		startProcess(options, {
			name: 'ingest',
			choice: { only: ingestNames },
			onPort: (port) => (ingestPort.port = port),
			onWake: () => void (functions.status === 'fulfilled' && functions.value.current()?.wake()),
		}),
	]);
	const processes = [valueOf(functions), valueOf(ingest)] as const;
	const runs = () => processes.map(({ current }) => current());
	upstreams.findUnready = () => findUnready(processes[0].current(), processes[1].current());
	log(`The functions run under Deno${since(started)}.`);
	return {
		functions: processes[0].supervised,
		ingest: processes[1].supervised,
		async readMeasurements() {
			const read = await Promise.all(
				runs().map(async (run) => run?.readMeasurements().catch(() => undefined)),
			);
			return read.reduce((sum, one) => (sum && one ? addMeasurements(sum, one) : (sum ?? one)));
		},
		async replace() {
			const replaced = Promise.all(processes.map(({ supervised }) => supervised.replace()));
			upstreams.starting = replaced.catch(() => undefined);
			await replaced.finally(() => delete upstreams.starting);
			return runs().flatMap((run) => Object.keys(run?.failures ?? {}));
		},
	};
}

type ProcessOptions = Pick<
	FunctionsOptions,
	'choice' | 'savesMemory' | 'isLessUrgent' | 'onWake'
> & {
	name: 'functions' | 'ingest';
	files?: FilesOfFunctions;
	/** Called with the port when the process listens, and with `undefined` when it has ended. */
	onPort(port: number | undefined): void;
};
type FunctionsProcess = { supervised: Supervised; current(): FunctionsRun | undefined };

async function startProcess(
	options: FunctionsPartOptions,
	{ name, onPort, files, ...chosen }: ProcessOptions,
): Promise<FunctionsProcess> {
	const { cache, hosts = [], outgoing = false, tracing, log, cleanup } = options;
	const environment = {
		FEEDBACK_PROXY_COUNT: '1',
		// The IDs can be trusted because the gateway removes those of callers.
		FEEDBACK_TRUSTED_REQUEST_IDS: '1',
		FEEDBACK_SCRIPT_DIR: layout.scripts,
		...(outgoing ? { FEEDBACK_CLIENT_DOCUMENTS: '1' } : { FEEDBACK_OUTGOING_HTTPS: '0' }),
		...options.environment,
		...files?.environment,
	};
	let current: FunctionsRun | undefined;
	const supervised = await supervise({
		name: `The ${name} process`,
		log,
		async start(signal) {
			const run = await runFunctions({
				environment,
				cache,
				hosts: [...hosts, ...(files?.hosts ?? [])],
				https: files?.hosts !== undefined,
				outgoing,
				signal,
				tracing,
				...chosen,
				readable: [environment.FEEDBACK_SCRIPT_DIR],
				writable: files?.folder === undefined ? [] : [files.folder],
				onLine: ({ level, message, requestId }) =>
					log(`${name}: ${message}`, level, { request_id: requestId }),
			});
			onPort(run.port);
			current = run;
			void run.ended.then(() => {
				if (current !== run) return;
				onPort(undefined);
				current = undefined;
			});
			for (const [failed, said] of Object.entries(run.failures)) {
				log(`The function ${failed} could not be loaded:\n${said}`, 'error');
			}
			return run;
		},
	});
	cleanup.defer(() => supervised.stop());
	return { supervised, current: () => current };
}

function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
	if (settled.status === 'rejected') throw settled.reason;
	return settled.value;
}

/**
 * Names of the parts that are not ready: visitors' events need their process and the database. The other functions may
 * be down, because events are recorded without them, but their code must have been loaded.
 */
async function findUnready(
	functions: FunctionsRun | undefined,
	ingest: FunctionsRun | undefined,
): Promise<string[]> {
	const hasFailed = (run: FunctionsRun | undefined) => Object.keys(run?.failures ?? {}).length > 0;
	const unready = [
		...(hasFailed(functions) ? ['functions'] : []),
		...(!ingest || hasFailed(ingest) ? ['ingest'] : []),
	];
	if (unready.length > 0 || !ingest) return unready;
	return (await ingest.isReady()) ? [] : ['postgres'];
}
