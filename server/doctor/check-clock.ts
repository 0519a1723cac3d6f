import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { type Check, failed, passed } from './check.ts';

/** Tokens are valid for minutes, and events contain times of the browser's clock. */
const highestSkewMs = 60_000;

/** The difference between this machine's clock and another one's. */
export function checkClock(other: string, skewMs: number): Check {
	const seconds = Math.abs(skewMs / 1_000).toFixed(0);
	return Math.abs(skewMs) <= highestSkewMs
		? passed('clock', `The clock agrees with that of ${other}.`)
		: failed(
				'clock',
				`The clock differs from that of ${other} by ${seconds} s.`,
				'Let both machines set their clocks from the network (systemd-timesyncd or chrony).',
			);
}

/**
 * Whether something sets this machine's clock from the network, as the kernel knows. No check where systemd does not
 * run, as in a container, whose host sets the clock.
 */
export async function checkClockSource(): Promise<Check[]> {
	const isSet = await readSynchronized().catch(() => undefined);
	if (isSet === 'yes') return [passed('clock', 'The clock is set from the network.')];
	if (isSet !== 'no') return [];
	return [
		failed(
			'clock',
			'Nothing sets the clock of this machine from the network.',
			'Install systemd-timesyncd or chrony; `timedatectl` shows whether it works.',
		),
	];
}

async function readSynchronized(): Promise<string> {
	const args = ['show', '--property=NTPSynchronized', '--value'];
	const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 5_000 });
	return stdout.trim();
}
