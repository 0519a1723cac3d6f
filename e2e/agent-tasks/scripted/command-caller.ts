import { Readable, Writable } from 'node:stream';

import { runCommandLine } from '../../../cli/src/main.ts';
import type { Assignment } from '../run-task.ts';

/** Runs commands in this process, which is ten times faster than in separate ones. */
export class CommandCaller {
	/** Number of commands that were run. */
	count = 0;
	readonly #env: Record<string, string>;

	constructor({ apiUrl, token, docsUrl, dashboardUrl }: Assignment) {
		this.#env = {
			FEEDBACK_API_URL: apiUrl,
			FEEDBACK_TOKEN: token,
			FEEDBACK_DOCS_URL: docsUrl,
			FEEDBACK_DASHBOARD_URL: dashboardUrl,
			FEEDBACK_KEYRING: '0',
			CI: 'true',
		};
	}

	/** Runs a command with `--json`; resolves to its data, or rejects with its message and hint. */
	async read<Data>(argv: string[], input?: unknown): Promise<Data> {
		const printed = await this.print([...argv, '--json'], input);
		const { data, error, approval } = JSON.parse(printed) as {
			data?: Data;
			error?: { message: string; hint?: string };
			approval?: { url: string };
		};
		if (!error) return data!;
		throw new Error([error.message, error.hint, approval?.url].filter(Boolean).join(' '));
	}

	/** Runs a command, and resolves to what it prints. */
	async print(argv: string[], input?: unknown): Promise<string> {
		this.count += 1;
		let printed = '';
		const stdout = new Writable({
			write(chunk: Buffer, _, done) {
				printed += chunk.toString();
				done();
			},
		});
		const stdin = Readable.from(input === undefined ? [] : [JSON.stringify(input)]);
		const stderr = new Writable({ write: (_, __, done) => done() });
		await runCommandLine(argv, { env: this.#env, stdin, stdout, stderr });
		return printed;
	}
}
