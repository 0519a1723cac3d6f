import { type Scene, files } from './fixtures.ts';
import type { Machine, Outcome } from './machine.ts';

type Preparation = {
	scene: Scene;
	machine: Machine;
	folder: string;
	run(line: string, place?: string): Promise<Outcome>;
};

/** Does what a page takes for granted before a line; resolves to the folder in which the line is run. */
export async function prepare(
	line: string,
	{ scene, machine, folder, run }: Preparation,
): Promise<string> {
	const { owner, place } = scene;
	if (/audience (show|update|archive) paying-teams/.test(line)) {
		await saveAudience(scene, /--base 2\b/.test(line) ? 2 : 1);
	}
	if (line.includes('--token-file token.txt')) {
		const { token } = await owner.createCiToken({
			workspace: place.workspace,
			name: 'Pipeline',
			sites: [place.site],
			actions: ['prompt:draft'],
			days: 1,
		});
		await machine.write(folder, { 'token.txt': token });
	}
	if (line.includes('--verify')) {
		await run('feedback init --yes --site-id site_demo000000 --skip-install');
	}
	if (line.includes('--app apps/web')) {
		await machine.write(`${folder}/mixed`, {
			'package.json': '{ "name": "all", "private": true, "workspaces": ["apps/*"] }\n',
			'apps/web/package.json': files['package.json']!,
			'apps/web/index.html': files['index.html']!,
		});
		return `${folder}/mixed`;
	}
	return folder;
}

/** Saves the audience of the pages until it has this version. */
async function saveAudience({ owner, place: { site } }: Scene, version: number): Promise<void> {
	const { items } = await owner.listAudiences({ site });
	let latest = items.find(({ key }) => key === 'paying-teams')?.version ?? 0;
	const rule = (value: string) => ({ trait: 'plan', op: 'is', value }) as const;
	for (; latest < version; latest += 1) {
		const audience = { site, rule: rule(`plan ${latest}`) };
		if (latest === 0)
			await owner.createAudience({ ...audience, key: 'paying-teams', name: 'Teams' });
		else await owner.updateAudience({ ...audience, audience: 'paying-teams', base: latest });
	}
}
