import { thorough } from '../../testing/thorough.ts';
import { testStoredOnce } from './test-stored-once.ts';

// `npm run rehearse ten-thousand` does the same with 10,000 events.
testStoredOnce({ cut: 100, delayed: 160, refused: 420, reloaded: 600, offline: [1_000] }, thorough);
