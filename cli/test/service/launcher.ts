import { createHash } from 'node:crypto';

import { ServiceError, type Launcher, type RouteOutput } from '@feedback/contract';

import type { Handlers } from './handler-types.ts';
import { findSite } from './sites.ts';
import type { State } from './state.ts';
import { summarize } from './stored-prompt.ts';

export function hashLauncher(launcher: Launcher | null): string {
	return createHash('sha256').update(JSON.stringify(launcher)).digest('hex');
}

/** Throws `invalid_request` unless the site has a prompt that the launcher can open. */
export function requirePromptOf(state: State, { survey_id }: Launcher): void {
	if (findPromptOf(state, survey_id, ({ state: of }) => of !== 'archived')) return;
	throw new ServiceError('invalid_request', {
		message: `The site has no prompt with the survey ID "${survey_id}".`,
		field: 'launcher.survey_id',
	});
}

function findPromptOf(
	state: State,
	surveyId: string | undefined,
	fits: (prompt: State['prompts'][number]) => boolean = () => true,
) {
	return state.prompts.find((prompt) => fits(prompt) && summarize(prompt).survey_id === surveyId);
}

function readLauncher(state: State): RouteOutput<'getLauncher'> {
	const prompt = findPromptOf(state, state.launcher?.survey_id);
	return {
		launcher: state.launcher,
		prompt: prompt ? { id: prompt.id, name: summarize(prompt).name, state: prompt.state } : null,
	};
}

export const launchers = {
	getLauncher: (state, { site }) => {
		findSite(state, site);
		return readLauncher(state);
	},
	setLauncher: (state, { site, launcher }) => {
		findSite(state, site);
		if (launcher) requirePromptOf(state, launcher);
		const changed = hashLauncher(state.launcher) !== hashLauncher(launcher);
		state.launcher = launcher;
		return { ...readLauncher(state), changed };
	},
} satisfies Handlers;
