/** The functions that visitors' events pass through. They run in a process of their own, which nothing else delays. */
export const ingestNames: readonly string[] = ['sdk', 'events'];
