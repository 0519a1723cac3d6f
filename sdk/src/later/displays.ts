import { deviceDisplays } from '@feedback/contract/shared-limits';
import type { DeviceDisplay } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { Core } from './interface.ts';
import { serverTime } from './server-time.ts';

/** The last time that a date can represent. */
const lastTime = 8.64e15;

/** The valid ones of a stored list of displays. */
export function readDisplays({ read }: Core, key: string): DeviceDisplay[] {
	const stored = read(key);
	return (Array.isArray(stored) ? stored : [])
		.map(toRecord)
		.filter(
			({ survey_id, at }) =>
				typeof survey_id === 'string' &&
				/^[a-z0-9][a-z0-9_-]{0,63}$/.test(survey_id) &&
				Number.isInteger(at) &&
				Number(at) >= 0 &&
				Number(at) <= lastTime,
		)
		.slice(0, deviceDisplays)
		.map(({ survey_id, at }) => ({ survey_id, at }) as DeviceDisplay);
}

/** Keeps on this device when a prompt was displayed. */
export function rememberDisplay(core: Core, survey_id: string): void {
	const others = readDisplays(core, 'shown').filter((display) => display.survey_id !== survey_id);
	const displays = [{ survey_id, at: Math.floor(serverTime(core)) }, ...others];
	core.write('shown', displays.slice(0, deviceDisplays));
}
