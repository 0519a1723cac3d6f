import { ServiceError } from '@feedback/contract';

import { RetryLater } from '../../_shared/http/reply.ts';
import { formatUserCode, readUserCode } from '../../_shared/secrets/user-code.ts';
import type { Context, Operation } from '../operation/operation.ts';
import { requireChosenSites } from './chosen-sites.ts';

type Row = {
	limited: boolean;
	device_name: string | null;
	same_address: boolean | null;
	region: string | null;
	resource: string;
	created_at: Date;
	expires_at: Date;
};

export const getDevice: Operation<'getDevice'> = {
	access: 'read write',
	async run({ tx, service, address }, { user_code }) {
		const code = readUserCode(user_code);
		const [row] = await tx<Row[]>`
			select * from app.open_device(${code ?? ''}, ${address}, ${new Date(service.clock())})`;
		if (row!.limited) return tooManyGuesses();
		if (row!.device_name === null) return unknown();
		return {
			user_code: formatUserCode(code!),
			device_name: row!.device_name,
			same_address: row!.same_address,
			region: row!.region,
			resource: row!.resource,
			created_at: row!.created_at.toISOString(),
			expires_at: row!.expires_at.toISOString(),
		};
	},
};

export const approveDevice: Operation<'approveDevice'> = {
	access: 'read write',
	prepare: (context, { sites }) => requireChosenSites(context, sites, []),
	async run(context, { user_code, sites }) {
		return (await decide(context, user_code, true, sites)) ?? { approved: true };
	},
};

export const denyDevice: Operation<'denyDevice'> = {
	access: 'read write',
	async run(context, { user_code }) {
		return (await decide(context, user_code, false, [])) ?? { denied: true };
	},
};

async function decide(
	{ tx, service, address }: Context,
	userCode: string,
	approve: boolean,
	sites: string[],
): Promise<ServiceError | undefined> {
	const [row] = await tx<{ outcome: string }[]>`
		select app.decide_device(${readUserCode(userCode) ?? ''}, ${approve},
			array(select jsonb_array_elements_text(${tx.json(sites)})::uuid),
			${address}, ${new Date(service.clock())}) as outcome`;
	if (row!.outcome === 'limited') return tooManyGuesses();
	return row!.outcome === 'unknown' ? unknown() : undefined;
}

function unknown(): ServiceError {
	return new ServiceError('not_found', {
		message: 'No machine shows this code; it may have expired or been answered.',
		field: 'user_code',
		hint: 'Compare it letter by letter, or start again on the machine.',
	});
}

function tooManyGuesses(): ServiceError {
	return new RetryLater(600);
}
