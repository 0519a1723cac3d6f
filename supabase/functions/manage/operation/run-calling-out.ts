import type { RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { callingOut } from '../operations.ts';
import { withApproval } from './approval.ts';
import { authorize } from './authorize.ts';
import type { ManageRequest } from './manage-request.ts';
import type { CallingOut, CallingOutName } from './operation.ts';
import { recordEntry } from './run-operation.ts';

/** Runs an operation that calls another service between its transactions. Each of them checks the caller's access. */
export function runCallingOut<Name extends CallingOutName>(
	request: ManageRequest<Name>,
): Promise<RouteOutput<Name>> {
	const { service, person, name, route, place, locator, input } = request;
	const database = service.databaseOf(locator);
	const inTransaction = <Result>(
		access: 'read only' | 'read write',
		run: (tx: Tx) => PromiseLike<Result>,
	) =>
		withApproval(request, { access, database }, async (tx) => {
			await authorize(tx, person, route, place);
			return run(tx);
		});
	const operation: CallingOut<Name> = callingOut[name];
	return operation.run(
		{
			person,
			service,
			read: (run) => inTransaction('read only', run),
			record: (subject) =>
				inTransaction('read write', (tx) => recordEntry(tx, request, { subject })),
		},
		input,
	);
}
