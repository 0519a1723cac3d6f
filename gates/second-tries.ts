import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only on a retry, with their first errors, because they have to be fixed. */
export default class SecondTries implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
		const again = tests.filter((test) => test.diagnostic()?.flaky);
		if (again.length === 0) return;
		console.log('\nPassed only on a second try:');
		for (const test of again) {
			console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
			for (const { message } of test.result().errors ?? []) {
				console.log(message.trim().replace(/^/gm, '    '));
			}
		}
	}
}
