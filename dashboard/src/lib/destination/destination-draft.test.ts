import { ApiError } from '@feedback/client';
import { expect, it } from 'vitest';

import { DestinationDraft } from './destination-draft.svelte.ts';
import { blankDestination } from './typed-destination.ts';

const valid = () => ({
	...blankDestination('webhook', 'UTC'),
	name: 'Backend',
	url: 'https://example.com/feedback',
});

it('shows errors after the first attempt to save, and does not store invalid settings', async () => {
	const draft = new DestinationDraft(blankDestination('webhook', 'UTC'));
	expect(draft.errors).toEqual([]);
	let stored = 0;
	expect(await draft.save(async () => (stored += 1))).toBe(false);
	expect(draft.errors.map(({ path }) => path.join('.'))).toEqual(['name', 'url']);
	expect(stored).toBe(0);
});

it('shows an error from the service at its field until the settings change', async () => {
	const draft = new DestinationDraft(valid());
	const message = 'url cannot be used';
	const refuse = () =>
		Promise.reject(new ApiError('invalid_request', { status: 400, message, field: 'url' }));
	expect(await draft.save(refuse)).toBe(false);
	expect(draft.errorsAt(['url'])).toEqual([{ path: ['url'], message }]);
	expect(draft.problem).toBeUndefined();
	draft.typed.url = 'https://example.org/feedback';
	expect(draft.errors).toEqual([]);
});

it('shows an error if the URL of a stored webhook is removed', async () => {
	const draft = new DestinationDraft(valid(), { isStored: true });
	draft.typed.url = '';
	let stored = 0;
	expect(await draft.save(async () => (stored += 1))).toBe(false);
	expect(draft.errors.map(({ path }) => path.join('.'))).toEqual(['url']);
	expect(stored).toBe(0);
});

it('keeps the stored URL of Slack if none is typed, and sends only what changed', async () => {
	const slack = { ...blankDestination('slack', 'UTC'), name: '#feedback' };
	const draft = new DestinationDraft(slack, { isStored: true });
	draft.typed.include_visitor = true;
	let changes: unknown;
	const saved = await draft.save((settings) =>
		Promise.resolve((changes = draft.pickChanges(settings))),
	);
	expect(saved).toBe(true);
	expect(changes).toEqual({ include_visitor: true });
});
