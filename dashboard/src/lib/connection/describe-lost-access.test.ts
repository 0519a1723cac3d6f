import { describe, expect, it } from 'vitest';

import { describeCause, describeLoss, type LostAccess } from './describe-lost-access.ts';

const loss: LostAccess = {
	id: '01980000-0000-7000-8000-000000000001',
	at: '2026-11-23T12:00:00.000Z',
	connection: '01980000-0000-7000-8000-000000000002',
	kind: 'mcp',
	name: 'Cursor',
	workspace: '01980000-0000-7000-8000-000000000003',
	workspace_name: 'Acme',
	cause: 'left',
	role: null,
	sites: ['Reports'],
	actions: [],
	ended: true,
};

describe('access that ended with a membership or role', () => {
	it('describes the cause', () => {
		expect(describeCause(loss)).toBe('You left “Acme”.');
		expect(describeCause({ ...loss, cause: 'removed' })).toBe('You were removed from “Acme”.');
		expect(describeCause({ ...loss, cause: 'role', role: 'viewer' })).toBe(
			'You are a viewer of “Acme” now.',
		);
		expect(describeCause({ ...loss, cause: 'role', role: 'editor' })).toBe(
			'You are an editor of “Acme” now.',
		);
	});

	it('describes what was lost', () => {
		expect(describeLoss(loss)).toBe(
			'It no longer sees “Reports”. It had no sites left, so it ended.',
		);
		expect(describeLoss({ ...loss, sites: [], ended: false, actions: ['prompt:draft'] })).toBe(
			'Approvals that ended: Save drafts of prompts.',
		);
		expect(describeLoss({ ...loss, kind: 'ci', actions: ['response:read'] })).toBe(
			'It no longer sees “Reports”. The token ended.',
		);
	});
});
