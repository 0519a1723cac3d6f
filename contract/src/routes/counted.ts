import { z } from 'zod';

/**
 * Share of the answers that is counted, from 0 to 1. Below 1, the figures cover the newest answers: with very many
 * answers, a filter is counted by several requests, each of which continues where the last one stopped.
 */
export const countedSchema = z.number();
