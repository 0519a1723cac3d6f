// The inputs of the routes for a person's passkeys and browsers, and the passkeys with which their callers confirm.
import type { RouteInput, RouteName } from '@feedback/contract';

import type { WirePresence } from '../../../contract/src/wire.ts';
import { addPasskey, createPasskey, type TestPasskey } from './authenticator.ts';
import type { TestManage } from './manage.ts';
import type { TestPerson } from './people.ts';
import { createSubscription } from './push-browser.ts';
import type { World } from './route-fixtures.ts';

export function createAccountInputs({ sites, manage }: World) {
	const passkeys = new Map<string, TestPasskey>();

	async function give(by: TestPerson): Promise<string> {
		const passkey = await addPasskey(sites.sql, by);
		passkeys.set(by.id, passkey);
		return passkey.id;
	}

	const inputs = {
		listPasskeys: async (by: TestPerson) => (await give(by), {}),
		beginPasskey: () => ({}),
		addPasskey: async (by: TestPerson) => {
			const { body } = await manage.ask(by, 'beginPasskey', {});
			const { registration } = body;
			return { registration, name: 'Laptop', credential: createPasskey().create(body) };
		},
		renamePasskey: async (by: TestPerson) => ({ passkey: await give(by), name: 'Work laptop' }),
		removePasskey: async (by: TestPerson) => ({ passkey: await give(by) }),
		listPushSubscriptions: () => ({}),
		createPushSubscription: () => createSubscription().subscription,
		deletePushSubscription: async (by: TestPerson) => {
			const { subscription } = createSubscription();
			const { body } = await manage.ask(by, 'createPushSubscription', subscription);
			return { subscription: body.id };
		},
	};

	return {
		inputs,
		/** The same inputs, for people without the passkeys of the calls before: they need not confirm. */
		forgetBefore<Inputs extends object>(all: Inputs): Inputs {
			const wrapped = Object.entries(all).map(([name, make]) => [
				name,
				async (by: TestPerson) => {
					passkeys.delete(by.id);
					await sites.sql`delete from identity."passkey" where "userId" = ${by.id}`;
					return (make as (by: TestPerson) => unknown)(by);
				},
			]);
			return Object.fromEntries(wrapped) as Inputs;
		},
		/** Calls a route, and confirms with the passkey of the input if the service asks for it. */
		async ask<Name extends RouteName>(
			by: TestPerson | undefined,
			name: Name,
			input: RouteInput<Name>,
			through = manage,
			headers: Record<string, string> = {},
		): ReturnType<TestManage['ask']> {
			const answer = await through.ask(by, name, input, headers);
			const passkey = by && passkeys.get(by.id);
			if (!passkey || answer.error?.code !== 'presence_required') return answer;
			const { presence } = answer.error as unknown as { presence: WirePresence };
			const confirmation = passkey.confirm(presence);
			return through.ask(by, name, input, { ...headers, 'feedback-presence': confirmation });
		},
	};
}
