// Loads the file that collects what a site has stored with its answers, once a response has said that it wants that.
import type { AnswerContextSource } from '../context/interface.ts';
import { toRecord } from '../json.ts';
import type { Core } from './interface.ts';

export function createAnswerContext(core: Core) {
	let source: AnswerContextSource | undefined;
	let loading: Promise<AnswerContextSource> | undefined;

	function update(): void {
		if (loading || toRecord(core.read('page'))['context'])
			(loading ??= load()).then(
				(loaded) => (source = loaded).note(),
				// Answers are complete without it.
				() => {},
			);
	}

	async function load(): Promise<AnswerContextSource> {
		await core.settings().verify?.(...__FEEDBACK_CONTEXT__);
		return (await import('../context/start-context.ts')).startContext(core);
	}

	update();
	return { update, read: () => source?.read() };
}
