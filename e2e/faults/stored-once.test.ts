import { testStoredOnce } from './test-stored-once.ts';

// `npm run rehearse ten-thousand` does the same with 10,000 events.
testStoredOnce({ cut: 60, delayed: 100, refused: 220, reloaded: 320, offline: [720] });
