import { createHash } from 'node:crypto';

import { run } from '../../../testing/run.ts';
import { readOutcomes } from '../outcomes.ts';
import { listPolicyMutants, type PolicyMutant } from './policy-mutants.ts';

/** Tries the mutants of policies, which takes a transaction each; those that survived with `again`. Returns them all. */
export async function tryPolicies(again: boolean): Promise<PolicyMutant[]> {
	const mutants = listPolicyMutants();
	const known = readOutcomes();
	const isDone = ({ id, source }: PolicyMutant) => {
		const outcome = known.get(id);
		if (again && outcome?.outcome === 'survived') return false;
		return outcome?.sha256 === createHash('sha256').update(source).digest('hex');
	};
	if (mutants.every(isDone)) return mutants;
	console.log(`${mutants.length} mutants of policies.`);
	const { code } = await run('vitest', ['run', '--root', import.meta.dirname], {
		live: true,
		environment: { NODE_OPTIONS: '' },
	});
	if (code !== 0) throw new Error('The mutants of policies could not be tried.');
	return mutants;
}
