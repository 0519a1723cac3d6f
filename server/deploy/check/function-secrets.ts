import { isSet, secretNames } from '../secrets.ts';
import { type Check, NotChecked } from './check.ts';

/**
 * Checks whether the functions have every secret of a deployment.
 *
 * @param readNames names of the secrets that are set; `undefined` when they cannot be read
 */
export function checkFunctionSecrets(
	readNames: (() => Promise<readonly string[]>) | undefined,
	needed: readonly string[] = secretNames,
): Check {
	return {
		title: 'The secrets of the functions are set',
		async run() {
			if (!readNames)
				throw new NotChecked('give the folder of the functions: --functions-folder <dir>');
			const names = new Set(await readNames());
			const missing = needed.filter((name) => !isSet(name, names));
			if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. Deploy again.`);
			return undefined;
		},
	};
}
