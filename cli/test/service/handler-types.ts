import type { RouteName, RouteOutput, Routes } from '@feedback/contract';
import type { z } from 'zod';

import type { State } from './state.ts';

type Part<R, Key extends string> = R extends Record<Key, z.ZodType> ? z.output<R[Key]> : unknown;
/** The complete input of a request to the route. */
export type Input<Name extends RouteName> = Part<Routes[Name], 'params'> &
	Part<Routes[Name], 'query'> &
	Part<Routes[Name], 'body'>;
/** Handlers of the service, by the names of their routes. */
export type Handlers = {
	[Name in RouteName]?: (state: State, input: Input<Name>) => RouteOutput<Name>;
};
