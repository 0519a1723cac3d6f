import { readConfig } from '../config/read-config.ts';
import { AlreadyRunning } from '../data/lock.ts';
import { createLog } from '../log/create-log.ts';
import { type Server, startServer } from '../production/start-server.ts';
import { OtherVersion } from '../postgres/other-versions.ts';
import { existingConfigFile } from './config-file.ts';
import { CommandFailure } from './command-failure.ts';

/** Exit code for data that this version cannot use (EX_CONFIG): starting again would not help. */
const unusableData = 78;

/** Runs the server until SIGTERM or SIGINT; a second signal ends it immediately. */
export async function start(file: string | undefined): Promise<void> {
	const config = readConfig({ file, environment: process.env });
	const log = createLog(config.log);
	process.on('uncaughtException', (error) => {
		log(`The server ends because of an error that nothing handles: ${error.stack}`, 'error');
		process.exit(1);
	});
	let starting: Promise<Server> | undefined;
	let isStopping = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (isStopping) process.exit(1);
			isStopping = true;
			log(`${signal}: the server stops.`);
			void stop(starting);
		});
	}
	try {
		starting = startServer(config, { log, configFile: existingConfigFile(file) });
		await starting;
	} catch (error) {
		if (isStopping) return;
		if (error instanceof AlreadyRunning) throw new CommandFailure(error.message, { cause: error });
		if (error instanceof OtherVersion) {
			log(error.message, 'error');
			process.exit(unusableData);
		}
		throw error;
	}
}

async function stop(starting: Promise<Server> | undefined): Promise<void> {
	// A failed start has already stopped everything that it had started.
	const server = await starting?.catch(() => undefined);
	await server?.stop();
	process.exit(0);
}
