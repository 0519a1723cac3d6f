// Writes the agent skill from the documentation: `npm run generate -w @feedback/site`.
import { writeFileSync } from 'node:fs';

import { buildDocsIfStale } from '../src/publish/build-docs.ts';
import { writeSkillModule } from './skill-files.ts';

const { folder } = await buildDocsIfStale(() => console.log('Building the documentation…'));
const target = new URL('../../contract/src/generated/agent-skill.ts', import.meta.url);
writeFileSync(target, writeSkillModule(folder));
