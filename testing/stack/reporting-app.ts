// For tests: sends the SDK's requests, over one connection at a time.
import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';

export type ReportingApp = {
	/** Events that were acknowledged. */
	stored: string[];
	/** Outcomes of other reports. */
	failures: string[];
	/** Stops after the report that is in progress. */
	stop(): Promise<void>;
};

/**
 * Reports one event after the other over a persistent connection, until it is stopped.
 *
 * @param origin of the server
 * @param ca certificate that signed the server's own
 */
export function startReportingApp(origin: string, siteId: string, ca?: Buffer): ReportingApp {
	const isHttps = origin.startsWith('https:');
	const connections = { keepAlive: true, maxSockets: 1 };
	const agent = isHttps ? new HttpsAgent(connections) : new HttpAgent(connections);
	const address = new URL('/functions/v1/sdk/events', origin);
	const options: RequestOptions & { ca?: Buffer | undefined } = { method: 'POST', agent, ca };
	const request = isHttps ? requestHttps : requestHttp;
	const [stored, failures]: [string[], string[]] = [[], []];
	const visitor = mintUuidv7(Date.now());
	let stopped = false;
	const reportOne = () => {
		const id = mintUuidv7(Date.now());
		const body = JSON.stringify({
			site: siteId,
			visitor,
			session: visitor,
			sdk: '0.4.0',
			events: [{ id, name: 'restart.reported' }],
			decide: true,
		});
		return new Promise<void>((resolve) => {
			const asked = request(address, options, (answer) => {
				let said = '';
				answer.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
				answer.once('end', () => {
					if (answer.statusCode === 200) stored.push(id);
					else failures.push(`${answer.statusCode}: ${said}`);
					resolve();
				});
			});
			asked.once('error', (error) => {
				failures.push(error.message);
				resolve();
			});
			asked.end(body);
		});
	};
	const ended = (async () => {
		while (!stopped) await reportOne();
		agent.destroy();
	})();
	return {
		stored,
		failures,
		stop() {
			stopped = true;
			return ended;
		},
	};
}
