import { join } from 'node:path';

import { layout } from '#layout';
import { readFolder } from '@feedback/release/folder';
import { createRegistry } from '@feedback/release/registry';
import { openDataFolder } from '../data/data-folder.ts';
import { leastFreeBytes, readFreeBytes } from '../data/free-bytes.ts';
import { type HeldData, holdData } from '../data/held-data.ts';
import { refuseSecond } from '../data/lock.ts';
import { type Secrets, loadSecrets, sealingSecrets } from '../data/secrets.ts';
import type { DrainOptions } from '../gateway/drain.ts';
import type { GatewaySettings } from '../gateway/gateway.ts';
import type { Log } from '../log/log.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';
import { type Replica, loginSettings, replicaSettings } from '../postgres/database.ts';
import { decideDuePrompts } from '../postgres/due-prompts.ts';
import { keepRetention } from '../postgres/retention.ts';
import { type Supervised, checkPart } from '../supervisor/supervisor.ts';
import { keepPackages, packagesFolder } from './keep-packages.ts';
import { type FunctionsPart, startFunctionsPart } from './start-functions.ts';
import { type TelemetryOptions, startTelemetry } from './telemetry.ts';

/** The database of a service: embedded or external. */
export type Database = {
	/** URL as the role that owns the database, and the same URL parsed with the configured authorities. */
	ownerUrl: string;
	address: DatabaseAddress;
	/** File of those authorities, if the URL names none. */
	caFile?: string | undefined;
	/** Answers reads of many rows, if there is one. */
	replica?: Replica | undefined;
	/** The embedded Postgres: its superuser's URL and its folder. */
	embedded: { postgres: Supervised; adminUrl: string; cluster: string } | undefined;
	/** `running` when it responds. */
	check(): Promise<string>;
};

/** Dependencies of every part of a service. */
export type ServiceBase = {
	/** Folder of all persistent data. */
	data: string;
	gateway: HeldData;
	secrets: Secrets;
	log: Log;
	cleanup: AsyncDisposableStack;
};

/** The running sign-in service, as far as the service depends on it. */
type RunningSignIn = {
	/** Environment with which the functions verify its tokens. */
	environment: Record<string, string>;
	probe(): Promise<unknown>;
	stop(): Promise<void>;
};

/** Specifics of one kind of service. Its functions are called in the order in which they are listed here. */
export type ServiceProfile<Db extends Database, SignIn extends RunningSignIn> = {
	/** Folder of all persistent data. By default a temporary one, which is deleted when the service stops. */
	data: string | undefined;
	telemetry: TelemetryOptions;
	drain: DrainOptions;
	/** Whether the functions may call public addresses by HTTPS. They may not by default. */
	outgoing?: boolean;
	/** Hosts besides the database's and the gateway's that the functions connect to. */
	hosts?: readonly string[];
	/** Cancels a start between two steps. */
	signal?: AbortSignal | undefined;
	/** Chooses the gateway's listen address. No other server runs on the folder. */
	chooseGateway(): GatewaySettings | Promise<GatewaySettings>;
	/** Opens the database and applies missing migrations. */
	openDatabase(base: ServiceBase): Promise<Db>;
	/** Starts the sign-in service and connects it to the gateway. */
	startSignIn(base: ServiceBase, database: Db): Promise<SignIn>;
	/** Name of the sign-in service in `/local/health`. */
	signInName: 'auth' | 'identity';
	/**
	 * Starts everything that the functions need. Resolves to their environment, besides the variables
	 * common to all services.
	 */
	prepareFunctions(
		base: ServiceBase,
		started: { database: Db; signIn: SignIn },
	): Promise<Record<string, string>>;
	/** Starts what needs a complete service, before the first request reaches the functions. */
	beforeRequests?(base: ServiceBase, database: Db): Promise<void>;
	/** Starts what requests to the functions do not wait for. */
	afterStart?(base: ServiceBase): Promise<void>;
};

export type Service<Db, SignIn> = {
	gateway: HeldData;
	database: Db;
	signIn: SignIn;
	functions: Supervised;
	ingest: Supervised;
	replaceFunctions: FunctionsPart['replace'];
	secrets: Secrets;
	/** Folder of all persistent data. */
	data: string;
	/** Address of the metrics, if they are served. */
	metricsUrl: string | undefined;
};

/**
 * Starts the parts of a service in order, each connected to the gateway. `cleanup` stops them in the opposite order.
 * Rejects when a part does not start; with `AlreadyRunning` when a service already runs on the data folder.
 */
export async function startService<Db extends Database, SignIn extends RunningSignIn>(
	profile: ServiceProfile<Db, SignIn>,
	log: Log,
	cleanup: AsyncDisposableStack,
): Promise<Service<Db, SignIn>> {
	const { signal } = profile;
	const { telemetry, ...base } = await openGateway(profile, log, cleanup);
	const { data, gateway, secrets } = base;
	const { upstreams } = gateway;
	let endStart: () => void = () => undefined;
	upstreams.starting = new Promise<void>((resolve) => (endStart = resolve));
	cleanup.defer(() => endStart());
	const database = await profile.openDatabase(base);
	signal?.throwIfAborted();
	const signIn = await profile.startSignIn(base, database);
	cleanup.defer(() => signIn.stop());
	const retention = await keepRetention(database.address, log);
	cleanup.defer(() => retention.stop());
	const duePrompts = decideDuePrompts(database.address, log);
	cleanup.defer(() => duePrompts.stop());
	const { replica } = database;
	const { functions, ingest, readMeasurements, replace } = await startFunctionsPart({
		environment: {
			...loginSettings(database.ownerUrl, secrets, database.caFile),
			...(replica && replicaSettings(replica, secrets)),
			...keyEnvironment(secrets),
			FEEDBACK_DELIVER: '1',
			...signIn.environment,
			...(await profile.prepareFunctions(base, { database, signIn })),
		},
		cache: join(data, 'deno'),
		outgoing: profile.outgoing ?? false,
		hosts: [
			database.address.host,
			...(replica ? [replica.address.host] : []),
			new URL(gateway.url).hostname.replace(/^\[|\]$/g, ''),
			...(profile.hosts ?? []),
		],
		upstreams,
		tracing: profile.telemetry.tracing,
		log,
		cleanup,
	});
	const { findUnready } = upstreams;
	upstreams.findUnready = async () => {
		const hasSpace = (await readFreeBytes(data)) >= leastFreeBytes;
		return [...((await findUnready?.()) ?? ['functions']), ...(hasSpace ? [] : ['disk'])];
	};
	upstreams.parts = async () => {
		const [postgres, people, others, visitors] = await Promise.all([
			database.check(),
			checkPart(signIn.probe()),
			functions.check(),
			ingest.check(),
		]);
		return {
			gateway: 'running',
			postgres,
			[profile.signInName]: people,
			functions: others,
			ingest: visitors,
		};
	};
	await profile.beforeRequests?.(base, database);
	delete upstreams.starting;
	endStart();
	await profile.afterStart?.(base);
	const metricsUrl = await telemetry.measure({
		parts: {
			functions,
			ingest,
			...(database.embedded && { postgres: database.embedded.postgres }),
		},
		readFunctions: readMeasurements,
		data,
		database: { address: database.address, lastMaintained: retention.finishedAt },
		...(replica && { replica: replica.address }),
	});
	// Registered last, so that it runs before any part is stopped.
	cleanup.defer(() => gateway.drain(profile.drain));
	const running = { data, gateway, database, signIn, functions, ingest, replaceFunctions: replace };
	return { ...running, secrets, metricsUrl };
}

/** Environment for the keyring of the functions. */
function keyEnvironment(secrets: Secrets): Record<string, string> {
	const { current, next, previous } = sealingSecrets(secrets);
	return {
		FEEDBACK_SECRET: secrets.service,
		...(current && { FEEDBACK_SEALING_SECRET: current }),
		...(next && { FEEDBACK_SEALING_SECRET_NEXT: next }),
		...(previous && { FEEDBACK_SEALING_SECRET_PREVIOUS: previous }),
	};
}

async function openGateway(
	profile: Pick<ServiceProfile<never, never>, 'data' | 'telemetry' | 'chooseGateway'>,
	log: Log,
	cleanup: AsyncDisposableStack,
) {
	const data = openDataFolder(profile.data, cleanup);
	await refuseSecond(data);
	const settings = await profile.chooseGateway();
	const telemetry = await startTelemetry(profile.telemetry, log, cleanup);
	const { observe, startTrace } = telemetry;
	const gateway = await holdData(data, { ...settings, observe, startTrace }, cleanup);
	try {
		keepPackages(layout.packages, data);
	} catch (error) {
		gateway.upstreams.impaired = ['packages'];
		log(
			`The packages of this version were not copied to the data folder: ${(error as Error).message}. After the next upgrade, apps whose lockfiles name this version cannot install it.`,
		);
	}
	// In the tree, the packages may be built after this start.
	const packages = readFolder(join(data, packagesFolder), layout.packages);
	gateway.upstreams.packages = createRegistry(packages);
	return { data, gateway, secrets: loadSecrets(data, log), log, cleanup, telemetry };
}
