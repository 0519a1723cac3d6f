// Writes event-proofs.json. Run it with: npx node contract/vectors/generate.ts
import { writeFileSync } from 'node:fs';

import { eventProofs } from './event-proofs.ts';

writeFileSync(
	new URL('./event-proofs.json', import.meta.url),
	`${JSON.stringify(eventProofs, null, '\t')}\n`,
);
