import { Failure } from './failure.ts';

type Advice = { hint?: string; next?: string[][] };

let advice: Advice = {};

/** Sets the advice to print if the command is interrupted from now on. */
export function adviseOnInterruption(now: Advice): void {
	advice = now;
}

/** The failure of a command that was interrupted by a signal or at a question. */
export function interrupted(): Failure {
	return new Failure('interrupted', 'Interrupted.', advice);
}
