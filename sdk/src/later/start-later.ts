// The SDK's third file, loaded when there is something to do after a decision: a prompt is displayed or has a delay,
// messages are sent again, an idle page polls, or stored values have to be repaired.
import { createAnswerContext } from './answer-context.ts';
import { createCarryOut } from './carry-out.ts';
import { startCounting } from './count-drops.ts';
import { createDelayed } from './delayed-prompts.ts';
import { startDraining } from './drain-queue.ts';
import type { LaterModule } from './interface.ts';
import { createLauncher } from './launcher.ts';
import { startPolling } from './poll.ts';
import { startPresenter } from './presenter.ts';
import { createReadFailure } from './read-failure.ts';
import { createRecover } from './repair.ts';
import { createShow } from './show.ts';

export const startLater: LaterModule['startLater'] = (core) => {
	const drops = startCounting(core);
	const queue = startDraining(core, drops);
	const context = createAnswerContext(core);
	const presenter = startPresenter(core, queue, context.read);
	const delayed = createDelayed(core, presenter, queue);
	const decisions = createCarryOut(core, presenter, delayed.add);
	const polling = startPolling(core, presenter, decisions);
	const show = createShow(core, decisions, queue);
	const launcher = createLauncher(core, presenter, show);
	delayed.start(decisions);
	launcher.update();
	/** What a response says about the page; without `page`, the site has no such settings. */
	const receive = ({ page }: { page?: unknown }) => {
		core.write('page', page);
		context.update();
		launcher.update();
	};
	return {
		schedule(delay) {
			queue.schedule(delay);
			launcher.update();
		},
		takeFailure: queue.takeFailure,
		takeDrops: drops.take,
		carryOut: decisions.carryOut,
		show,
		poll(owner, id, response) {
			polling.poll(owner, id);
			if (response) receive(response);
		},
		recheck: presenter.recheck,
		close() {
			presenter.close();
			launcher.update();
		},
		forget() {
			delayed.clear();
			polling.stop();
			if (core.settings().isStopped) queue.stop();
		},
		readFailure: createReadFailure(core),
		recover: createRecover(core),
	};
};

export const explain: LaterModule['explain'] = async (options, step, details) => {
	await options?.verify?.(...__FEEDBACK_DEBUG__);
	(await import('../debug/explain.ts')).explain(step, details);
};
