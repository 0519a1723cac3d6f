// Names that the examples use from frameworks that are not installed here, with the relevant types.
declare module 'vue' {
	export function ref<Value>(value: Value): { value: Value };
	export function watch<Value>(
		source: { value: Value },
		callback: (now: Value, before: Value | undefined) => void,
		options?: { immediate?: boolean },
	): void;
	export function createApp(root: unknown): { mount(selector: string): void };
}

declare module '@angular/core' {
	export function Component(meta: { selector: string; template: string }): ClassDecorator;
	export function Injectable(meta: { providedIn: 'root' }): ClassDecorator;
	type ClassDecorator = (target: new () => object, context: ClassDecoratorContext) => void;
	export function signal<Value>(value: Value): { (): Value; set(value: Value): void };
	export function effect(run: () => void): void;
}

declare module '@angular/platform-browser' {
	export function bootstrapApplication(root: unknown, config: unknown): Promise<unknown>;
}

declare module '@builder.io/qwik' {
	export function component$(render: () => null): () => null;
	export function useVisibleTask$(run: () => void, options: { strategy: 'document-ready' }): void;
	export function $<Run>(run: Run): Run;
}

declare module 'react-router/dom' {
	export function HydratedRouter(): null;
}

declare module '@tanstack/react-start/client' {
	export function StartClient(): null;
}

declare module 'solid-js' {
	export function createEffect(run: () => void): void;
	export function on<Value>(
		source: () => Value,
		run: (now: Value, before: Value | undefined) => void,
	): () => void;
}

declare module 'solid-js/web' {
	export function render(view: () => unknown, root: Element): void;
}

declare module 'expo-router' {
	export function Stack(): null;
}

declare module 'react-native' {
	export function Pressable(props: { onPress(): void; children: unknown }): null;
	export function Text(props: { children: string }): null;
}

// Nuxt imports these automatically.
declare function defineNuxtPlugin(setup: () => void): object;
declare function defineNuxtConfig(config: {
	routeRules: Record<string, { headers: Record<string, string> }>;
}): object;
declare function useState<Value>(key: string, init: () => Value): { value: Value };
declare function watch<Value>(
	source: { value: Value },
	callback: (now: Value, before: Value | undefined) => void,
	options: { immediate: boolean },
): void;

// Globals of a page of Astro.
declare const Astro: { locals: { user?: { id: string; plan: string } } };

// Runes of Svelte.
declare function $state<Value>(initial: Value): Value;
declare function $effect(run: () => void): void;
declare function $props(): any;

// The package only re-exports Playwright.
declare module '@playwright/test' {
	export * from 'playwright/test';
}

declare module '@clerk/nextjs' {
	type User = { id: string; publicMetadata: Record<string, unknown> };
	export function useUser(): { isLoaded: boolean; user: User | null | undefined };
	export function useClerk(): { signOut(): Promise<void> };
}

declare module 'next-auth' {
	type Token = Record<string, unknown>;
	type Session = { user: { id: string } };
	export default function NextAuth(config: {
		providers: unknown[];
		callbacks: {
			jwt(given: {
				token: Token;
				account?: { provider: string; providerAccountId: string } | null;
			}): Token;
			session(given: { session: Session; token: Token }): Session;
		};
	}): { handlers: unknown; auth(): Promise<Session | null> };
}

declare module 'next-auth/providers/github' {
	const provider: unknown;
	export default provider;
}

declare module 'next-auth/react' {
	export function useSession(): { data: { user?: { id?: string } } | null };
	export function signOut(): Promise<void>;
}
