import { testScenes } from '../test-scenes.ts';

// `npm test` has the other two pairs of theme and device.
testScenes(['light, phone', 'dark, desktop']);
