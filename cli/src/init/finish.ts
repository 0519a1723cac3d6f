import { ApiError } from '@feedback/client';

import type { Context } from '../context.ts';
import { adviseOnInterruption } from '../interruption.ts';
import { shellLine } from '../output/shell-word.ts';
import { findDashboardPage } from './dashboard-page.ts';
import { describePlan } from './describe-plan.ts';
import { flagOf } from './find-apps.ts';
import { saveFirstPrompt } from './first-prompt.ts';
import type { FirstPrompt } from './first-prompt.ts';
import type { InstallOptions, Plan } from './make-plan.ts';
import { listPromptSteps, listSteps } from './next-steps.ts';
import type { SitePrompts } from './next-steps.ts';
import type { Result } from './result.ts';
import { findDecision, waitForEvent } from './verify.ts';

/** The steps after the code is in place: a first prompt, the first event, and the list of remaining steps. */
export async function finish(
	plan: Plan,
	options: InstallOptions,
	context: Context,
	state: 'installed' | 'unchanged',
	described = describePlan(plan, options, state),
): Promise<Result> {
	const { framework, code, site } = plan;
	adviseOnInterruption({
		hint: 'The code is in place; only the steps after it were interrupted. "feedback init --undo" reverts the last run.',
	});
	const firstPrompt = await offerFirstPrompt(plan, options, context);
	const verified = await verify(plan, options, context);
	const decision = verified && site?.id ? await findDecision(site.id, verified, context) : null;
	const dashboard = findDashboardPage(context.settings, site?.id, 'prompts');
	const prompts = await readPromptState(plan, context);
	const skipped = described.package?.state === 'skipped';
	const isNew = state === 'installed' || skipped;
	const place = flagOf(plan.app, options.cwd);
	const command = (flag: string) => shellLine(['feedback', 'init', flag, ...place]);
	const facts = { prompts, firstPrompt, dashboard, command };
	const steps = listSteps({
		...facts,
		framework,
		identity: plan.identity,
		accepted: plan.accepted === true,
		install: skipped ? described.package!.command : undefined,
		byScript: code.byScript,
		verified: verified !== null,
	});
	const done = described.package && !skipped ? { state: 'installed' as const } : {};
	return {
		...described,
		state,
		package: described.package ? { ...described.package, ...done } : null,
		verified,
		decision,
		prompt: firstPrompt,
		dashboard: dashboard ?? null,
		steps: isNew ? steps : prompts === 'unknown' ? [] : listPromptSteps(facts),
	};
}

async function offerFirstPrompt(
	{ site }: Plan,
	{ firstPrompt }: InstallOptions,
	context: Context,
): Promise<FirstPrompt | null> {
	if (!site?.id || firstPrompt === false) return null;
	if (firstPrompt === undefined) {
		if (!context.ask || site.state !== 'created') return null;
		const question =
			'The site has no prompt yet, so nothing can appear. Save a first one as a draft?';
		if (!(await context.ask.confirm(question))) return null;
	}
	return saveFirstPrompt(site.id, context);
}

// The installation succeeds even without a sign-in or a reachable service.
async function readPromptState({ site }: Plan, { client }: Context): Promise<SitePrompts> {
	if (!site?.id) return 'unknown';
	try {
		const { items } = await client.listPrompts({ site: site.id, limit: 200 });
		if (items.length === 0) return 'none';
		return items.some(({ state }) => state === 'published') ? 'published' : 'unpublished';
	} catch (error) {
		if (error instanceof ApiError) return 'unknown';
		throw error;
	}
}

async function verify(
	{ site }: Plan,
	{ verify: seconds }: InstallOptions,
	context: Context,
): Promise<string | null> {
	if (seconds === undefined) return null;
	return site?.id ? waitForEvent(site.id, seconds, context) : null;
}
