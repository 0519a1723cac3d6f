import type { Person } from '../../mcp/test/open-person.ts';
import type { Task } from './task.ts';

/** Decides the requests that wait for the person, as the task says. */
export async function decideRequests(
	{ client, approve }: Person,
	decides: NonNullable<Task['decides']> = 'approves',
): Promise<void> {
	if (decides === 'waits') return;
	const { items } = await client.listGrantRequests({ state: 'pending' });
	for (const { id } of items) {
		if (decides === 'approves') await approve(id, true);
		else await client.denyGrant({ request: id, reason: decides.denies });
	}
	if (decides !== 'approves') return;
	const { items: destinations } = await client.listDestinationRequests({ state: 'pending' });
	for (const { id, sha256 } of destinations) {
		await client.approveDestinationRequest({ request: id, sha256 });
	}
}
