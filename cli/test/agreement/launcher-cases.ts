import type { Case } from './case.ts';
import { draftIn, inOrder, unknown } from './steps.ts';

export const launcherCases: readonly Case[] = [
	{
		title: 'a launcher is approved before it is set',
		routes: ['getLauncher', 'setLauncher', 'requestGrant'],
		approved: false,
		async run(world) {
			const { site } = world;
			const launcher = { survey_id: 'nothing' };
			return inOrder(
				() => world.ask('getLauncher', { site }),
				() => world.ask('setLauncher', { site, launcher: null }),
				() => world.ask('setLauncher', { site, launcher }),
				() => world.ask('requestGrant', { action: 'launcher:set', site }),
				() => world.ask('requestGrant', { action: 'launcher:set', site, launcher }),
				() => world.ask('requestGrant', { action: 'launcher:set', site, launcher: null }),
			);
		},
	},
	{
		title: 'a launcher is set and removed',
		routes: ['getLauncher', 'setLauncher'],
		approved: true,
		async run(world) {
			const { at, content } = await draftIn(world);
			const { site } = at;
			const launcher = { survey_id: content.survey_id, label: 'Feedback' };
			return inOrder(
				() => world.ask('setLauncher', { site, launcher }),
				() => world.ask('setLauncher', { site, launcher }),
				() => world.ask('getLauncher', { site }),
				() => world.ask('setLauncher', { site, launcher: { ...launcher, position: 'inline' } }),
				() =>
					world.ask('setLauncher', {
						site,
						launcher: { ...launcher, position: 'inline', target: '#' },
					}),
				() => world.ask('setLauncher', { site, launcher: { survey_id: 'nothing' } }),
				() => world.ask('setLauncher', { site: unknown, launcher: null }),
				() => world.ask('setLauncher', { site, launcher: null }),
				() => world.ask('getLauncher', { site }),
			);
		},
	},
];
