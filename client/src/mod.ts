export { ApiError } from './api-error.ts';
export type { ApiErrorCode } from './api-error.ts';
export { createClient } from './client.ts';
export type { CallOptions, CallResult, Client, ClientOptions } from './client.ts';
export { readAll, readPages } from './read-pages.ts';
