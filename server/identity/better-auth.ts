import { createHmac } from 'node:crypto';

import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { emailOTP, genericOAuth, jwt } from 'better-auth/plugins';

import { isAdmitted, refuseAccount } from './admission.ts';
import { askingBrowser } from './asking-browser.ts';
import { identityPlugin, type PluginMeans } from './identity-plugin.ts';
import { prepareSignIn } from './mail-code.ts';
import { codeMinutes } from './messages.ts';
import { passwordLength } from './password.ts';
import { type Claims, findRole } from './provider-claims.ts';
import type { Providers } from './providers.ts';
import { methodOf } from './session-method.ts';
import { sendCodePath } from './sign-in-codes-only.ts';
import { listOrigins } from './trusted-origins.ts';

/** Lifetime of an access token, in seconds. */
export const tokenSeconds = 300;

/** Seconds after a sign-in within which sign-in methods may be changed; approvals have the same limit. */
const freshSeconds = 15 * 60;

const day = 24 * 60 * 60;

/** Header with the visitor's address; replaced on every request, so that nobody else can set it. */
export const addressHeader = 'x-feedback-visitor-address';

export type AuthMeans = PluginMeans & { providers: Providers };

/** Configures better-auth, with the available providers. */
export function createBetterAuth(means: AuthMeans) {
	return betterAuth(describeAuth(means));
}

/** The settings that decide which tables better-auth needs. */
export function describeAuth(means: AuthMeans) {
	const { options, pool, providers } = means;
	const { methods, secret } = options;
	const issuer = `${options.publicUrl}/auth`;
	return {
		appName: 'Feedback',
		baseURL: issuer,
		secret,
		database: pool,
		trustedOrigins: listOrigins(means.dashboardUrl),
		telemetry: { enabled: false },
		logger: { level: 'warn', log: logTo(options.log) },
		// Errors other than refusals are logged once, by identity.ts.
		onAPIError: { errorURL: `${means.dashboardUrl}/sign-in`, throw: true },
		emailAndPassword: {
			enabled: methods.password,
			disableSignUp: true,
			minPasswordLength: passwordLength.min,
			maxPasswordLength: passwordLength.max,
		},
		session: {
			expiresIn: 30 * day,
			updateAge: day,
			freshAge: freshSeconds,
			additionalFields: { method: { type: 'string', required: false, input: false } },
		},
		account: {
			encryptOAuthTokens: true,
			accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
		},
		user: {
			async validateUserInfo({ user, source }, context) {
				const email = user.email ?? '';
				const provider = providers.get(source.oauth?.providerId ?? '');
				if (!provider) {
					return (await isAdmitted(pool, options, email)) ? undefined : { error: 'not_invited' };
				}
				const claims = source.oauth?.profile as Claims;
				const refusal = await refuseAccount(pool, options, provider, {
					email,
					claims,
					action: source.action,
				});
				if (refusal) return { error: refusal };
				const role = findRole(claims, provider);
				if (role && context.request) rolesToApply.set(context.request, { role, email });
				return undefined;
			},
		},
		verification: {
			storeIdentifier: {
				default: 'plain',
				// A code belongs to the browser that asked for it: another one neither replaces it nor uses up its attempts.
				overrides: {
					[codePrefix]: { hash: (identifier) => Promise.resolve(bindToBrowser(identifier)) },
				},
			},
		},
		databaseHooks: {
			verification: {
				create: {
					// Stored when its message may be sent, by `prepareSignIn`: otherwise it could be guessed, but not read.
					before(code, context) {
						const browser = askingBrowser.getStore();
						if (!browser || context?.path !== sendCodePath) return Promise.resolve();
						browser.pendingCode = code;
						return Promise.resolve(false);
					},
				},
			},
			// No provider is called after the sign-in, so stored tokens would only be a risk.
			account: {
				create: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) },
				update: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) },
			},
			session: {
				create: {
					async before(session, context) {
						// better-auth leaves them, with the address and the browser of their person.
						await pool.query('delete from "session" where "expiresAt" <= now()');
						const request = context?.request;
						const given = request && rolesToApply.get(request);
						if (given) {
							await pool.query('select identity.apply_role($1, $2, $3)', [
								session.userId,
								given.email,
								given.role,
							]);
						}
						await rememberBrowser(pool, session.userId);
						return { data: { ...session, method: methodOf(context?.path) } };
					},
				},
			},
		},
		rateLimit: {
			// By default, rate limiting is off outside production and each instance counts separately.
			enabled: true,
			storage: 'database',
			window: 10,
			max: 100,
			customRules: {
				[sendCodePath]: { window: 60, max: 5 },
				'/sign-in/*': { window: 60, max: 10 },
				'/passkey/verify-authentication': { window: 60, max: 10 },
				'/link': { window: 60, max: 10 },
				'/invitation-mail': { window: 60, max: 20 },
				'/password/change': { window: 60, max: 10 },
				'/jwks': false,
				'/methods': false,
			},
		},
		advanced: {
			cookiePrefix: 'feedback',
			database: { generateId: 'uuid' },
			ipAddress: { ipAddressHeaders: [addressHeader] },
			// Both are off under NODE_ENV=test.
			disableCSRFCheck: false,
			disableOriginCheck: false,
		},
		plugins: [
			jwt({
				disableSettingJwtHeader: true,
				jwks: {
					jwksPath: '/jwks',
					keyPairConfig: { alg: 'ES256' },
					rotationInterval: 90 * day,
					gracePeriod: day,
				},
				jwt: {
					issuer,
					audience: 'authenticated',
					expirationTime: `${tokenSeconds}s`,
					getSubject: ({ user }) => user.id,
					definePayload: ({ user, session }) => describeSession(user, session),
				},
			}),
			emailOTP({
				otpLength: 6,
				expiresIn: codeMinutes * 60,
				allowedAttempts: 3,
				// A hash without a key could be reversed by trying a million codes.
				storeOTP: {
					hash: (code) =>
						Promise.resolve(
							createHmac('sha256', secret).update(`sign-in code ${code}`).digest('base64url'),
						),
				},
				sendVerificationOTP({ email, otp }) {
					const browser = askingBrowser.getStore();
					const code = browser?.pendingCode;
					if (code)
						means.mail?.sendLater(() => prepareSignIn(means, browser, { email, otp, code }));
					return Promise.resolve();
				},
			}),
			passkey({
				rpName: 'Feedback',
				rpID: new URL(means.dashboardUrl).hostname,
				origin: listOrigins(means.dashboardUrl),
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
				// The plugin requests user verification, but accepts a response without it.
				authentication: {
					afterVerification: ({ verification }) =>
						requireVerifiedUser(verification.authenticationInfo.userVerified),
				},
			}),
			genericOAuth({ config: providers.configure() }),
			identityPlugin(means),
		],
	} satisfies BetterAuthOptions;
}

/** Roles from providers' claims, stored until the same request creates the session. */
const rolesToApply = new WeakMap<Request, { role: string; email: string }>();

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

/** The claims besides the registered ones, in the same form as on hosted Supabase. */
function describeSession(
	user: { email: string },
	session: { id: string; createdAt: Date } & Record<string, unknown>,
): Record<string, unknown> {
	const method = typeof session['method'] === 'string' ? session['method'] : 'otp';
	return {
		email: user.email,
		role: 'authenticated',
		session_id: session.id,
		// A passkey with user verification counts as two factors.
		aal: method === 'passkey' ? 'aal2' : 'aal1',
		amr: [{ method, timestamp: Math.floor(new Date(session.createdAt).getTime() / 1_000) }],
	};
}

/** How better-auth's identifiers of sign-in codes begin; the address follows. */
const codePrefix = 'sign-in-otp-';

function bindToBrowser(identifier: string): string {
	const browser = askingBrowser.getStore()?.id ?? 'none';
	return `${codePrefix}${browser}-${identifier.slice(codePrefix.length)}`;
}

async function rememberBrowser(pool: AuthMeans['pool'], person: string): Promise<void> {
	const browser = askingBrowser.getStore();
	const { rows } = await pool.query<{ email: string }>(
		'select "email" from "user" where "id" = $1',
		[person],
	);
	if (rows[0]) browser?.remember(rows[0].email);
}

function requireVerifiedUser(verified: boolean | undefined): Promise<void> {
	if (verified) return Promise.resolve();
	throw new APIError('UNAUTHORIZED', {
		code: 'user_not_verified',
		message: 'The passkey must verify its user, by a PIN or biometrics.',
	});
}

function logTo(log: (line: string) => void) {
	return (level: string, message: string, ...details: unknown[]) => {
		const causes = details.filter((one) => one instanceof Error).map((one) => ` ${one.message}`);
		if (level === 'error' || level === 'warn') log(`identity: ${message}${causes.join('')}`);
	};
}
