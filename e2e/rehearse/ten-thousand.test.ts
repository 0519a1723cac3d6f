import { testStoredOnce } from '../faults/test-stored-once.ts';

testStoredOnce({
	cut: 500,
	delayed: 800,
	refused: 3_000,
	reloaded: 3_800,
	offline: [4_200, 4_600, 5_000],
});
