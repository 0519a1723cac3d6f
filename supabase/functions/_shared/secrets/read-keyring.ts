import { readSetting, requireSetting } from '../environment.ts';
import { createKeyring, type Keyring } from './keyring.ts';

/** Reads the keyring from the environment. Throws an error that names a missing or wrong variable. */
export function readKeyring(): Keyring {
	return createKeyring(requireSetting('FEEDBACK_SECRET'), {
		current: readSetting('FEEDBACK_SEALING_SECRET'),
		next: readSetting('FEEDBACK_SEALING_SECRET_NEXT'),
		previous: readSetting('FEEDBACK_SEALING_SECRET_PREVIOUS'),
	});
}
