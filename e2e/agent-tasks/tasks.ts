import type { Task } from './task.ts';
import { draftingTasks } from './tasks/drafting.ts';
import { permissionTasks } from './tasks/permission.ts';
import { publishingTasks } from './tasks/publishing.ts';
import { readingTasks } from './tasks/reading.ts';
import { siteTasks } from './tasks/site.ts';

/** Thirty tasks, as people give them to an agent. */
export const tasks: readonly Task[] = [
	...readingTasks,
	...draftingTasks,
	...permissionTasks,
	...publishingTasks,
	...siteTasks,
];
