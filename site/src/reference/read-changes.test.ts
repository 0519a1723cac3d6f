import { expect, it } from 'vitest';

import { readChanges } from './read-changes.ts';
import { splitCode } from './split-code.ts';

it('reads what changesets write', () => {
	const text = `# @feedback/sdk

## 0.5.0

### Minor Changes

- 1a2b3c4: A method \`hold\`
  and its way back.

### Patch Changes

- One fault less.

## 0.4.0
`;
	expect(readChanges(text)).toEqual([
		{ version: '0.5.0', changes: ['A method `hold` and its way back.', 'One fault less.'] },
		{ version: '0.4.0', changes: [] },
	]);
	expect(splitCode('A method `hold`.')).toEqual(['A method ', 'hold', '.']);
});
