import { connectDatabase } from '../../server/postgres/connect.ts';
import { demo } from '../../server/demo/demo.ts';
import { standInPart } from '../../testing/auth/stand-in-part.ts';
import { startStack, type Stack } from '../../server/stack/start-stack.ts';
import { fillManyAnswers, type Filled } from './many-answers.ts';
import { watchForEnd } from './watch-for-end.ts';
import type { Statements } from '../../database/statement.ts';

export type FilledDashboard = {
	stack: Stack;
	filled: Filled;
	/** Registers a function that runs before the stack stops: at the end, or when the script is interrupted. */
	stopWith(close: () => Promise<unknown>): void;
	stop(): Promise<void>;
};

/**
 * The dashboard with a separate workspace for the benchmark instead of the demo's, with the demo person as its owner.
 *
 * @param more fills in other data that the benchmark needs
 */
export async function startFilledDashboard(
	sizes: Parameters<typeof fillManyAnswers>[1],
	more: (admin: Statements, filled: Filled) => PromiseLike<unknown> = async () => undefined,
): Promise<FilledDashboard> {
	const ending = watchForEnd();
	const stack = await startStack({
		ports: 'free',
		demo,
		signIn: standInPart,
		parts: ['dashboard'],
		quiet: true,
		signal: ending,
	});
	const before: (() => Promise<unknown>)[] = [];
	let stopping: Promise<void> | undefined;
	const stop = () => {
		stopping ??= Promise.allSettled(before.map((close) => close())).then(() => stack.stop());
		return stopping;
	};
	ending.addEventListener('abort', () => void stop().finally(() => process.exit(1)));
	const admin = connectDatabase(stack.adminUrl);
	try {
		await admin`delete from app.sites`;
		await admin`delete from app.workspaces`;
		const filled = await fillManyAnswers(admin, sizes);
		await admin`
			update app.members set person_id = (select id from auth.users where email = ${stack.demo.email})`;
		await more(admin, filled);
		return { stack, filled, stop, stopWith: (close) => before.push(close) };
	} catch (error) {
		await stop();
		throw error;
	} finally {
		await admin.end();
	}
}
