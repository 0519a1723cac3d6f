import { ServiceError, type DisplayFigure, type RateFigure } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { limitToNewest } from './newest-rows.ts';
import { audienceMembers } from './audience-rates.ts';
import { groupKey, selectRankedGroups } from './rate-groups.ts';
import type { Scope } from './scope.ts';

type Selected = Omit<Scope, 'prompt'> & {
	prompt?: string | undefined;
	figure?: DisplayFigure | undefined;
};

/**
 * Finds the displays that a figure counts, as a condition on `d` to append to others. Which groups are listed depends on
 * the period and the segment, too.
 */
export async function findFigureDisplays(
	tx: Tx,
	{ figure, ...selected }: Selected,
): Promise<{ where: Fragment }> {
	if (figure === undefined) return { where: tx`` };
	if (typeof figure === 'object') {
		const { prompt } = selected;
		if (prompt === undefined) {
			throw wrong('figure', 'needs prompt', 'Name the prompt whose displays were divided.');
		}
		const { where } = await findGroup(tx, { ...selected, prompt }, figure);
		return {
			where: tx`and d.state <> 'released' ${where} ${figure.answered ? hasResponse(tx) : tx``}`,
		};
	}
	const conditions: Record<Exclude<DisplayFigure, RateFigure>, Fragment> = {
		displays: tx``,
		unconfirmed: tx`and d.state = 'reserved'`,
		dismissed: tx`and d.state = 'dismissed'`,
		postponed: tx`and d.state = 'postponed'`,
		answered: hasResponse(tx),
		timed: tx`and d.answered_at is not null and d.displayed_at is not null`,
	};
	return { where: tx`and d.state <> 'released' ${conditions[figure]}` };
}

function hasResponse(tx: Tx): Fragment {
	return tx`and exists (select from app.responses a where a.site_id = d.site_id and a.display_id = d.id)`;
}

async function findGroup(
	tx: Tx,
	scope: Scope,
	{ by, group, rest }: RateFigure,
): Promise<{ where: Fragment }> {
	if (by === 'audience') {
		const member = await audienceMembers(tx, scope.site, group ?? '');
		if (!member) {
			throw wrong('figure.group', `names the audience "${group}", which has no response rate`);
		}
		return { where: tx`and ${member.condition}` };
	}
	const key = groupKey(tx, scope.site, by);
	if (!rest) return { where: tx`and ${key} is not distinct from ${group ?? null}::text` };
	const newest = await limitToNewest(tx, scope, 'displays');
	const ranked = selectRankedGroups(tx, newest.scope, by);
	return {
		where: tx`and ${key} = any(array(select g.key from (${ranked}) g where not g.is_listed))`,
	};
}

function wrong(field: string, problem: string, hint = 'List the response rates again.') {
	return new ServiceError('invalid_request', { field, message: `${field} ${problem}`, hint });
}
