import type { Browser } from 'playwright';

import type { Person } from './person.ts';
import type { Service } from './service.ts';

/** What every reader of the documentation finds: a machine, a running service and a browser. */
export type World = { person: Person; service: Service; browser: Browser };

/** The address at which a development server says that it listens. */
export const devServer = /Local: +(http\S+)/;
