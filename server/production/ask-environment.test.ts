import { expect, test } from 'vitest';

import { askEnvironment, askHosts } from './ask-environment.ts';

const of = (url: string) => ({ ask: { url, model: 'small', key: 'secret' } });

test('functions may connect to an address in the URL of the model, at its port', () => {
	expect(askHosts(of('http://10.0.0.7:11434/v1'))).toEqual(['10.0.0.7:11434']);
	expect(askHosts(of('http://10.0.0.7/v1'))).toEqual(['10.0.0.7:80']);
	// Public hosts and private networks are permitted apart.
	expect(askHosts(of('https://models.example.com/v1'))).toEqual([]);
	expect(askHosts({})).toEqual([]);
});

test('without a model, the functions have no variables of one', () => {
	expect(askEnvironment({})).toEqual({});
	expect(askEnvironment(of('https://models.example.com/v1'))).toEqual({
		FEEDBACK_ASK_URL: 'https://models.example.com/v1',
		FEEDBACK_ASK_MODEL: 'small',
		FEEDBACK_ASK_KEY: 'secret',
	});
});
