// The service refuses a request with a damaged value that the SDK has stored. Only what is damaged is removed, and the
// rest sent again, or else this browser could never report again.
import type { Identity, IdentityState } from '@feedback/contract/wire';

import { checkValues } from '../check-values.ts';
import { toRecord } from '../json.ts';
import type { CallArguments, Owner, Reply } from '../messages.ts';
import { readDisplays } from './displays.ts';
import type { Core } from './interface.ts';

export function createRecover(core: Core) {
	return async <T extends { identity?: IdentityState; now: number }>(
		reply: Reply<T>,
		identify: Identity | undefined,
		...[route, owner, extra, deciding, again]: CallArguments
	): Promise<Reply<T>> => {
		const { error } = reply;
		const field = error?.field ?? '';
		const isIdentity = field.startsWith('identify');
		if (!error || reply.retry || (isIdentity ? !identify : again)) return reply;
		core.log('repair', field);
		if (!isIdentity) {
			const sender = repairCaller(core, owner, field);
			// Rules about the page and this device still need their facts, unless the service refused these.
			const isContextGood = !/^(context|debug)/.test(field);
			const more = { ...extra, dropped: undefined };
			return core.call<T>(route, sender, more, deciding && isContextGood, true);
		}
		const key = `identify:${owner.visitor}`;
		if (field.startsWith('identify.traits') && dropTraits(core, key, field)) {
			return core.call<T>(route, owner, extra, deciding, again);
		}
		core.write(key);
		core.notify({ type: 'error', error });
		// An invalid identity must not fail the call that contained it.
		return route === 'identify' ? reply : core.call<T>(route, owner, extra, deciding, again);
	};
}

function repairCaller(core: Core, owner: Owner, field: string): Owner {
	if (field.startsWith('device')) {
		for (const key of ['shown', 'device']) core.write(key, readDisplays(core, key));
	} else if (/^(visitor|session)/.test(field)) {
		core.write('visitor');
		return core.readVisitor();
	}
	return owner;
}

/** Removes the refused traits from a pending identify; `false` if there are none. */
function dropTraits({ fail, read, write }: Core, key: string, field: string): boolean {
	const identity = toRecord(read(key));
	const { good, bad } = checkValues(identity['traits']);
	const name = Object.keys(good).find((trait) => field === `identify.traits.${trait}`);
	if (name !== undefined) {
		delete good[name];
		bad.push(name);
	}
	if (!bad.length && !Object.keys(good).length) return false;
	write(key, { ...identity, traits: bad.length ? good : {} });
	return !fail('invalid_traits', `The service does not allow ${bad.join(', ') || 'them'}.`, {
		field: field.slice('identify.'.length),
	});
}
