import { readConfig } from '#lib/config/config.ts';
import type { Config } from '#lib/config/config.ts';

import { listFirstQuestions } from './first-requests.ts';
import { preloadPage } from './preload-page.ts';
import { readGoodToken } from './stored-session.ts';

/**
 * What every page asks the service for, and what this one asks for first, asked while the rest of the dashboard is
 * still on its way: index.html loads this module by itself (see early-files.ts).
 */
const config = readConfig(globalThis.fetch);
const token = readGoodToken(Date.now());
const answers = new Map<string, Promise<Response>[]>();

/** Where the service is. */
export const earlyConfig: Promise<Config> = config;

preloadPage();
// Whoever takes an answer, or asks anew, hears of a failure.
config.then(askForAccount).catch(() => undefined);

/**
 * The answer to a request that was made early, as often as it was made; undefined when it has to be made. Only for
 * the bearer it was made for.
 */
export function takeEarly(address: string, bearer: string | null): Promise<Response> | undefined {
	const answer = answers.get(address)?.shift();
	return bearer === `Bearer ${token}` ? answer : undefined;
}

/** Drops what was asked before something changed: whoever asks from now on wants to know how things are then. */
export function forgetEarly(): void {
	answers.clear();
}

function askForAccount({ apiUrl }: Config): void {
	if (typeof token !== 'string') return;
	const api = `${apiUrl}/manage`;
	ask(`${api}/whoami`, async (response) => {
		if (!response.ok) return;
		const { workspaces } = (await response.json()) as { workspaces: { id: string }[] };
		for (const { id } of workspaces) ask(`${api}/workspaces/${id}/sites?limit=200`);
	});
	for (const path of listFirstQuestions(location)) ask(api + path);
}

/** @param follow what to do with a copy of the answer, before anybody else has it */
function ask(address: string, follow?: (answer: Response) => Promise<void>): void {
	const [asked] = answers.get(address) ?? [];
	// Somebody else will want it, too, before the first one reads it.
	const copy = asked?.then((response) => response.clone());
	if (copy) return keep(address, copy);
	const answer = fetch(address, {
		headers: { accept: 'application/json', authorization: `Bearer ${token}` },
		// As long as the client itself would wait.
		signal: AbortSignal.timeout(15_000),
	}).then(async (response) => {
		await follow?.(response.clone());
		return response;
	});
	keep(address, answer);
}

function keep(address: string, answer: Promise<Response>): void {
	answer.catch(() => undefined);
	answers.set(address, [...(answers.get(address) ?? []), answer]);
	setTimeout(() => answers.delete(address), 15_000);
}
