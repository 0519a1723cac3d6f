/**
 * An action of a person: whether it is in progress, and why it failed.
 *
 * @example
 * const attempt = new Attempt();
 * await attempt.run(() => client.renameSite({ site, name }));
 */
export class Attempt<Kind extends string = never> {
	busy = $state(false);
	/** Which of several actions is in progress. */
	kind = $state<Kind>();
	/** Why the last action failed, until the next one starts. */
	problem = $state.raw<unknown>();

	/** Never rejects; resolves to whether the action succeeded. */
	async run(action: () => Promise<unknown>, kind?: Kind): Promise<boolean> {
		[this.busy, this.kind, this.problem] = [true, kind, undefined];
		try {
			await action();
			return true;
		} catch (error) {
			this.problem = error;
			return false;
		} finally {
			[this.busy, this.kind] = [false, undefined];
		}
	}
}
