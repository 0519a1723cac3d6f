import { inject } from 'vitest';

import { openPerson, type Person } from './open-person.ts';

export type { Person };

/** A new person on the service that the test files share. */
export const createPerson = (): Promise<Person> => openPerson(inject('stack'));
