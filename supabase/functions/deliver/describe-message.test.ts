import { describe, expect, it } from 'vitest';

import type { ClaimedDelivery } from './claimed-delivery.ts';
import { describeMessage } from './describe-message.ts';

const dashboardUrl = 'https://feedback.example.com';
const approval = {
	id: '0199a0c2-0000-7000-8000-000000000001',
	action: 'prompt:publish',
	connection: { kind: 'mcp', name: 'Editor' },
	prompt: '0199a0c2-0000-7000-8000-000000000002',
	revision: 3,
	expires_at: '2026-11-20T16:30:00.000Z',
};

const say = (type: string, data: object) =>
	describeMessage(
		{
			site: { id: 'site', name: 'Reports' },
			message: { type, test: false },
			data,
		} as ClaimedDelivery,
		dashboardUrl,
	);

describe('a message about an approval', () => {
	it('names who asks and what for, and links to the page that decides', () => {
		const { title, facts, links } = say('approval.requested', { ...approval, reminder: false });
		expect(title).toBe('Editor asks to publish revision 3 of the prompt');
		expect(facts).toEqual(['Reports']);
		expect(links).toEqual([{ label: 'Decide', url: `${dashboardUrl}/approvals/${approval.id}` }]);
	});

	it('says that it is a reminder, and until when', () => {
		const { title, facts } = say('approval.requested', { ...approval, reminder: true });
		expect(title).toBe('Reminder: Editor asks to publish revision 3 of the prompt');
		expect(facts).toEqual(['Expires 2026-11-20 16:30 UTC', 'Reports']);
	});

	it('says that nobody decided in time', () => {
		const { title, links } = say('approval.expired', approval);
		expect(title).toBe('Expired: Editor asked to publish revision 3 of the prompt');
		expect(links[0]!.url).toBe(`${dashboardUrl}/approvals/${approval.id}`);
	});

	it.each(['approval.requested', 'approval.decided', 'approval.expired'])(
		'%s of a destination links to the page of such requests',
		(type) => {
			const asked = { ...approval, action: 'destination:create', prompt: null, revision: null };
			expect(say(type, asked).links[0]!.url).toBe(
				`${dashboardUrl}/approvals/destinations/${approval.id}`,
			);
		},
	);
});
