import { MediaQuery } from 'svelte/reactivity';

/** Whether the screen is as narrow as a phone: below the breakpoint `sm` of Tailwind. */
export const narrowScreen = new MediaQuery('width < 40rem');
