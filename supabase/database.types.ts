export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
	app: {
		Tables: {
			attempts: {
				Row: {
					key: string;
					kind: string;
					since: string;
					times: number;
				};
				ComputedFields: never;
				Insert: {
					key: string;
					kind: string;
					since: string;
					times: number;
				};
				Update: {
					key?: string;
					kind?: string;
					since?: string;
					times?: number;
				};
				Relationships: [];
			};
			audience_versions: {
				Row: {
					audience_key: string;
					created_at: string;
					created_by: string | null;
					created_with: string | null;
					number: number;
					rule: NonNullable<Json>;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					audience_key: string;
					created_at?: string;
					created_by?: string | null;
					created_with?: string | null;
					number: number;
					rule: NonNullable<Json>;
					site_id: string;
				};
				Update: {
					audience_key?: string;
					created_at?: string;
					created_by?: string | null;
					created_with?: string | null;
					number?: number;
					rule?: NonNullable<Json>;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'audience_versions_site_id_audience_key_fkey';
						columns: ['site_id', 'audience_key'];
						isOneToOne: false;
						referencedRelation: 'audiences';
						referencedColumns: ['site_id', 'key'];
					},
				];
			};
			audiences: {
				Row: {
					archived_at: string | null;
					created_at: string;
					created_by: string | null;
					key: string;
					name: string;
					site_id: string;
					updated_at: string;
				};
				ComputedFields: never;
				Insert: {
					archived_at?: string | null;
					created_at?: string;
					created_by?: string | null;
					key: string;
					name: string;
					site_id: string;
					updated_at?: string;
				};
				Update: {
					archived_at?: string | null;
					created_at?: string;
					created_by?: string | null;
					key?: string;
					name?: string;
					site_id?: string;
					updated_at?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'audiences_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'audiences_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'audiences_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'audiences_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			audit_log: {
				Row: {
					at: string;
					did: string;
					id: string;
					kind: string;
					person_id: string;
					site_id: string | null;
					subject: string | null;
					who: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					at?: string;
					did: string;
					id?: string;
					kind?: string;
					person_id: string;
					site_id?: string | null;
					subject?: string | null;
					who: string;
					workspace_id: string;
				};
				Update: {
					at?: string;
					did?: string;
					id?: string;
					kind?: string;
					person_id?: string;
					site_id?: string | null;
					subject?: string | null;
					who?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'audit_log_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			authorization_requests: {
				Row: {
					asked: string[];
					challenge: string;
					client_host: string | null;
					client_id: string;
					client_kind: string;
					client_name: string;
					code_expires_at: string | null;
					code_hash: string | null;
					connection_id: string | null;
					created_at: string;
					decided_at: string | null;
					expires_at: string;
					granted: string[] | null;
					id: string;
					person_id: string | null;
					redirect_host: string;
					redirect_uri: string;
					resource: string;
					sites: string[] | null;
					state: string | null;
				};
				ComputedFields: never;
				Insert: {
					asked: string[];
					challenge: string;
					client_host?: string | null;
					client_id: string;
					client_kind: string;
					client_name: string;
					code_expires_at?: string | null;
					code_hash?: string | null;
					connection_id?: string | null;
					created_at: string;
					decided_at?: string | null;
					expires_at: string;
					granted?: string[] | null;
					id?: string;
					person_id?: string | null;
					redirect_host: string;
					redirect_uri: string;
					resource: string;
					sites?: string[] | null;
					state?: string | null;
				};
				Update: {
					asked?: string[];
					challenge?: string;
					client_host?: string | null;
					client_id?: string;
					client_kind?: string;
					client_name?: string;
					code_expires_at?: string | null;
					code_hash?: string | null;
					connection_id?: string | null;
					created_at?: string;
					decided_at?: string | null;
					expires_at?: string;
					granted?: string[] | null;
					id?: string;
					person_id?: string | null;
					redirect_host?: string;
					redirect_uri?: string;
					resource?: string;
					sites?: string[] | null;
					state?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'authorization_requests_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
				];
			};
			buckets: {
				Row: {
					at: string;
					burst: number;
					exhausted: boolean;
					key: string;
					kind: number;
					rate: number;
					site_id: string;
					tokens: number;
				};
				ComputedFields: never;
				Insert: {
					at: string;
					burst: number;
					exhausted: boolean;
					key: string;
					kind: number;
					rate: number;
					site_id: string;
					tokens: number;
				};
				Update: {
					at?: string;
					burst?: number;
					exhausted?: boolean;
					key?: string;
					kind?: number;
					rate?: number;
					site_id?: string;
					tokens?: number;
				};
				Relationships: [];
			};
			budget_periods: {
				Row: {
					announced: number | null;
					displays: number;
					period: string;
					prompt_id: string;
					responses: number;
					site_id: string;
					starts_on: string;
				};
				ComputedFields: never;
				Insert: {
					announced?: number | null;
					displays?: number;
					period: string;
					prompt_id: string;
					responses?: number;
					site_id: string;
					starts_on: string;
				};
				Update: {
					announced?: number | null;
					displays?: number;
					period?: string;
					prompt_id?: string;
					responses?: number;
					site_id?: string;
					starts_on?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'budget_periods_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'budget_periods_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'budget_periods_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'budget_periods_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			candidates: {
				Row: {
					again_after_days: number | null;
					audience_path: unknown;
					audience_prefilter: unknown;
					backend: boolean;
					budget: Json | null;
					cancel_events: string[] | null;
					compares_dates: boolean;
					delay_seconds: number;
					ends_at: string | null;
					event_name: string;
					experiment: Json | null;
					index_value: string;
					min_session_seconds: number;
					needed_facts: Json | null;
					per_group: Json | null;
					prefilter_path: unknown;
					priority: number;
					prompt_id: string;
					prompt_key: number | null;
					published_at: string;
					rate: number;
					repeated: Json | null;
					respects_site: boolean;
					revision: number;
					show: string;
					site_id: string;
					starts_at: string | null;
					survey_id: string;
					times: number | null;
					trigger_path: unknown;
					trigger_path_if_verified: unknown;
					unless: Json | null;
					vars: NonNullable<Json>;
					wait_hours: number;
					find_variant: string | null;
				};
				ComputedFields: 'find_variant';
				Insert: {
					again_after_days?: number | null;
					audience_path?: unknown;
					audience_prefilter?: unknown;
					backend?: boolean;
					budget?: Json | null;
					cancel_events?: string[] | null;
					compares_dates: boolean;
					delay_seconds: number;
					ends_at?: string | null;
					event_name: string;
					experiment?: Json | null;
					index_value?: string;
					min_session_seconds: number;
					needed_facts?: Json | null;
					per_group?: Json | null;
					prefilter_path?: unknown;
					priority: number;
					prompt_id: string;
					prompt_key?: number | null;
					published_at: string;
					rate: number;
					repeated?: Json | null;
					respects_site: boolean;
					revision: number;
					show: string;
					site_id: string;
					starts_at?: string | null;
					survey_id: string;
					times?: number | null;
					trigger_path?: unknown;
					trigger_path_if_verified?: unknown;
					unless?: Json | null;
					vars: NonNullable<Json>;
					wait_hours?: number;
				};
				Update: {
					again_after_days?: number | null;
					audience_path?: unknown;
					audience_prefilter?: unknown;
					backend?: boolean;
					budget?: Json | null;
					cancel_events?: string[] | null;
					compares_dates?: boolean;
					delay_seconds?: number;
					ends_at?: string | null;
					event_name?: string;
					experiment?: Json | null;
					index_value?: string;
					min_session_seconds?: number;
					needed_facts?: Json | null;
					per_group?: Json | null;
					prefilter_path?: unknown;
					priority?: number;
					prompt_id?: string;
					prompt_key?: number | null;
					published_at?: string;
					rate?: number;
					repeated?: Json | null;
					respects_site?: boolean;
					revision?: number;
					show?: string;
					site_id?: string;
					starts_at?: string | null;
					survey_id?: string;
					times?: number | null;
					trigger_path?: unknown;
					trigger_path_if_verified?: unknown;
					unless?: Json | null;
					vars?: NonNullable<Json>;
					wait_hours?: number;
				};
				Relationships: [
					{
						foreignKeyName: 'candidates_site_id_prompt_id_revision_fkey';
						columns: ['site_id', 'prompt_id', 'revision'];
						isOneToOne: false;
						referencedRelation: 'revisions';
						referencedColumns: ['site_id', 'prompt_id', 'number'];
					},
				];
			};
			closing_positions: {
				Row: {
					response_id: string;
					site_id: string;
					updated_at: string;
				};
				ComputedFields: never;
				Insert: {
					response_id?: string;
					site_id: string;
					updated_at: string;
				};
				Update: {
					response_id?: string;
					site_id?: string;
					updated_at?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'closing_positions_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: true;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'closing_positions_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: true;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'closing_positions_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: true;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'closing_positions_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: true;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			connection_sites: {
				Row: {
					connection_id: string;
					site_id: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					connection_id: string;
					site_id: string;
					workspace_id: string;
				};
				Update: {
					connection_id?: string;
					site_id?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'connection_sites_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'connection_sites_workspace_id_site_id_fkey';
						columns: ['workspace_id', 'site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['workspace_id', 'id'];
					},
				];
			};
			connections: {
				Row: {
					client_id: string | null;
					created_at: string;
					expires_at: string | null;
					host: string | null;
					id: string;
					kind: string;
					last_used_at: string | null;
					name: string;
					person_id: string;
					revoked_at: string | null;
					is_live: boolean | null;
				};
				ComputedFields: 'is_live';
				Insert: {
					client_id?: string | null;
					created_at?: string;
					expires_at?: string | null;
					host?: string | null;
					id?: string;
					kind: string;
					last_used_at?: string | null;
					name: string;
					person_id: string;
					revoked_at?: string | null;
				};
				Update: {
					client_id?: string | null;
					created_at?: string;
					expires_at?: string | null;
					host?: string | null;
					id?: string;
					kind?: string;
					last_used_at?: string | null;
					name?: string;
					person_id?: string;
					revoked_at?: string | null;
				};
				Relationships: [];
			};
			count_progress: {
				Row: {
					day: string;
					file: unknown;
					next_block: number;
				};
				ComputedFields: never;
				Insert: {
					day: string;
					file: unknown;
					next_block: number;
				};
				Update: {
					day?: string;
					file?: unknown;
					next_block?: number;
				};
				Relationships: [];
			};
			counted_days: {
				Row: {
					counted_at: string;
					day: string;
				};
				ComputedFields: never;
				Insert: {
					counted_at?: string;
					day: string;
				};
				Update: {
					counted_at?: string;
					day?: string;
				};
				Relationships: [];
			};
			deletions: {
				Row: {
					deleted: NonNullable<Json>;
					due_at: string;
					finished_at: string | null;
					id: string;
					keep_responses: boolean;
					kind: string;
					name: string;
					requested_at: string;
					requested_by: string;
					site_id: string | null;
					target_id: string;
					undone_at: string | null;
					workspace_id: string | null;
				};
				ComputedFields: never;
				Insert: {
					deleted?: NonNullable<Json>;
					due_at: string;
					finished_at?: string | null;
					id?: string;
					keep_responses?: boolean;
					kind: string;
					name: string;
					requested_at?: string;
					requested_by: string;
					site_id?: string | null;
					target_id: string;
					undone_at?: string | null;
					workspace_id?: string | null;
				};
				Update: {
					deleted?: NonNullable<Json>;
					due_at?: string;
					finished_at?: string | null;
					id?: string;
					keep_responses?: boolean;
					kind?: string;
					name?: string;
					requested_at?: string;
					requested_by?: string;
					site_id?: string | null;
					target_id?: string;
					undone_at?: string | null;
					workspace_id?: string | null;
				};
				Relationships: [];
			};
			deliveries: {
				Row: {
					attempts: number;
					created_at: string;
					destination_id: string;
					lease: string | null;
					message_id: string;
					next_at: string;
					prompt_id: string | null;
					response_id: string | null;
					retrying_since: string | null;
					sent_to: string[];
					site_id: string;
					state: string;
					test: boolean;
					type: string;
				};
				ComputedFields: never;
				Insert: {
					attempts?: number;
					created_at: string;
					destination_id: string;
					lease?: string | null;
					message_id: string;
					next_at: string;
					prompt_id?: string | null;
					response_id?: string | null;
					retrying_since?: string | null;
					sent_to?: string[];
					site_id: string;
					state?: string;
					test?: boolean;
					type: string;
				};
				Update: {
					attempts?: number;
					created_at?: string;
					destination_id?: string;
					lease?: string | null;
					message_id?: string;
					next_at?: string;
					prompt_id?: string | null;
					response_id?: string | null;
					retrying_since?: string | null;
					sent_to?: string[];
					site_id?: string;
					state?: string;
					test?: boolean;
					type?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'deliveries_site_id_destination_id_fkey';
						columns: ['site_id', 'destination_id'];
						isOneToOne: false;
						referencedRelation: 'destinations';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			delivery_attempts: {
				Row: {
					at: string;
					bytes: number;
					destination_id: string;
					error: string | null;
					message_id: string;
					milliseconds: number;
					number: number;
					outcome: string;
					sha256: string | null;
					site_id: string;
					status: number | null;
				};
				ComputedFields: never;
				Insert: {
					at: string;
					bytes: number;
					destination_id: string;
					error?: string | null;
					message_id: string;
					milliseconds: number;
					number: number;
					outcome: string;
					sha256?: string | null;
					site_id: string;
					status?: number | null;
				};
				Update: {
					at?: string;
					bytes?: number;
					destination_id?: string;
					error?: string | null;
					message_id?: string;
					milliseconds?: number;
					number?: number;
					outcome?: string;
					sha256?: string | null;
					site_id?: string;
					status?: number | null;
				};
				Relationships: [
					{
						foreignKeyName: 'delivery_attempts_site_id_destination_id_message_id_fkey';
						columns: ['site_id', 'destination_id', 'message_id'];
						isOneToOne: false;
						referencedRelation: 'deliveries';
						referencedColumns: ['site_id', 'destination_id', 'message_id'];
					},
				];
			};
			destination_recipients: {
				Row: {
					address: string;
					confirmation_sent_at: string | null;
					confirmed_at: string | null;
					destination_id: string;
					site_id: string;
					unsubscribed_at: string | null;
					is_confirmed: boolean | null;
				};
				ComputedFields: 'is_confirmed';
				Insert: {
					address: string;
					confirmation_sent_at?: string | null;
					confirmed_at?: string | null;
					destination_id: string;
					site_id: string;
					unsubscribed_at?: string | null;
				};
				Update: {
					address?: string;
					confirmation_sent_at?: string | null;
					confirmed_at?: string | null;
					destination_id?: string;
					site_id?: string;
					unsubscribed_at?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'destination_recipients_site_id_destination_id_fkey';
						columns: ['site_id', 'destination_id'];
						isOneToOne: false;
						referencedRelation: 'destinations';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			destination_requests: {
				Row: {
					connection_id: string;
					created_at: string;
					creates: boolean;
					decided_at: string | null;
					destination_id: string;
					expires_at: string;
					id: string;
					person_id: string;
					sealed_url: string | null;
					settings: NonNullable<Json>;
					sha256: string;
					site_id: string;
					state: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					connection_id: string;
					created_at?: string;
					creates: boolean;
					decided_at?: string | null;
					destination_id: string;
					expires_at?: string;
					id?: string;
					person_id: string;
					sealed_url?: string | null;
					settings: NonNullable<Json>;
					sha256: string;
					site_id: string;
					state?: string;
					workspace_id: string;
				};
				Update: {
					connection_id?: string;
					created_at?: string;
					creates?: boolean;
					decided_at?: string | null;
					destination_id?: string;
					expires_at?: string;
					id?: string;
					person_id?: string;
					sealed_url?: string | null;
					settings?: NonNullable<Json>;
					sha256?: string;
					site_id?: string;
					state?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'destination_requests_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'destination_requests_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'destination_requests_workspace_id_site_id_fkey';
						columns: ['workspace_id', 'site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['workspace_id', 'id'];
					},
				];
			};
			destinations: {
				Row: {
					condition: Json | null;
					condition_path: unknown;
					condition_vars: Json | null;
					created_at: string;
					created_by: string | null;
					due_at: string;
					event_types: string[];
					failing_since: string | null;
					host: string;
					id: string;
					include_visitor: boolean;
					kind: string;
					last_delivered_at: string | null;
					last_digest_at: string | null;
					name: string;
					next_digest_at: string | null;
					notice_due_at: string | null;
					partial: boolean;
					pause_cause: string | null;
					paused_at: string | null;
					prompts: string[] | null;
					rotation_ends_at: string | null;
					schedule: Json | null;
					sealed_old_secret: string | null;
					sealed_secret: string | null;
					sealed_url: string | null;
					site_id: string;
					state: string;
					updated_at: string;
					url: string | null;
				};
				ComputedFields: never;
				Insert: {
					condition?: Json | null;
					condition_path?: unknown;
					condition_vars?: Json | null;
					created_at?: string;
					created_by?: string | null;
					due_at?: string;
					event_types: string[];
					failing_since?: string | null;
					host: string;
					id?: string;
					include_visitor: boolean;
					kind: string;
					last_delivered_at?: string | null;
					last_digest_at?: string | null;
					name: string;
					next_digest_at?: string | null;
					notice_due_at?: string | null;
					partial: boolean;
					pause_cause?: string | null;
					paused_at?: string | null;
					prompts?: string[] | null;
					rotation_ends_at?: string | null;
					schedule?: Json | null;
					sealed_old_secret?: string | null;
					sealed_secret?: string | null;
					sealed_url?: string | null;
					site_id: string;
					state?: string;
					updated_at?: string;
					url?: string | null;
				};
				Update: {
					condition?: Json | null;
					condition_path?: unknown;
					condition_vars?: Json | null;
					created_at?: string;
					created_by?: string | null;
					due_at?: string;
					event_types?: string[];
					failing_since?: string | null;
					host?: string;
					id?: string;
					include_visitor?: boolean;
					kind?: string;
					last_delivered_at?: string | null;
					last_digest_at?: string | null;
					name?: string;
					next_digest_at?: string | null;
					notice_due_at?: string | null;
					partial?: boolean;
					pause_cause?: string | null;
					paused_at?: string | null;
					prompts?: string[] | null;
					rotation_ends_at?: string | null;
					schedule?: Json | null;
					sealed_old_secret?: string | null;
					sealed_secret?: string | null;
					sealed_url?: string | null;
					site_id?: string;
					state?: string;
					updated_at?: string;
					url?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'destinations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'destinations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'destinations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'destinations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			device_requests: {
				Row: {
					address: string | null;
					client_id: string;
					created_at: string;
					device_hash: string;
					device_name: string;
					expires_at: string;
					id: string;
					pause: number;
					person_id: string | null;
					polled_at: string | null;
					region: string | null;
					resource: string;
					sites: string[] | null;
					state: string;
					user_code: string;
				};
				ComputedFields: never;
				Insert: {
					address?: string | null;
					client_id: string;
					created_at: string;
					device_hash: string;
					device_name: string;
					expires_at: string;
					id?: string;
					pause?: number;
					person_id?: string | null;
					polled_at?: string | null;
					region?: string | null;
					resource: string;
					sites?: string[] | null;
					state?: string;
					user_code: string;
				};
				Update: {
					address?: string | null;
					client_id?: string;
					created_at?: string;
					device_hash?: string;
					device_name?: string;
					expires_at?: string;
					id?: string;
					pause?: number;
					person_id?: string | null;
					polled_at?: string | null;
					region?: string | null;
					resource?: string;
					sites?: string[] | null;
					state?: string;
					user_code?: string;
				};
				Relationships: [];
			};
			diagnostic_keys: {
				Row: {
					expires_at: string;
					hash: string;
				};
				ComputedFields: never;
				Insert: {
					expires_at?: string;
					hash: string;
				};
				Update: {
					expires_at?: string;
					hash?: string;
				};
				Relationships: [];
			};
			display_totals: {
				Row: {
					answered: boolean;
					displays: number;
					last_at: string;
					prompt_id: string;
					site_id: string;
					subject_id: string;
				};
				ComputedFields: never;
				Insert: {
					answered: boolean;
					displays: number;
					last_at: string;
					prompt_id: string;
					site_id: string;
					subject_id: string;
				};
				Update: {
					answered?: boolean;
					displays?: number;
					last_at?: string;
					prompt_id?: string;
					site_id?: string;
					subject_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'display_totals_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
					{
						foreignKeyName: 'display_totals_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: false;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			displays: {
				Row: {
					answered_at: string | null;
					carrier: string | null;
					charges: Json | null;
					context: Json | null;
					dismissed_at: string | null;
					displayed_at: string | null;
					id: string;
					origin: string;
					prompt_id: string;
					release_reason: string | null;
					released_at: string | null;
					reserved_at: string;
					revision: number;
					session_id: string;
					site_id: string;
					state: string;
					subject_id: string;
					traits: NonNullable<Json>;
					variant: string | null;
					visitor_id: string;
				};
				ComputedFields: never;
				Insert: {
					answered_at?: string | null;
					carrier?: string | null;
					charges?: Json | null;
					context?: Json | null;
					dismissed_at?: string | null;
					displayed_at?: string | null;
					id: string;
					origin: string;
					prompt_id: string;
					release_reason?: string | null;
					released_at?: string | null;
					reserved_at: string;
					revision: number;
					session_id: string;
					site_id: string;
					state?: string;
					subject_id: string;
					traits: NonNullable<Json>;
					variant?: string | null;
					visitor_id: string;
				};
				Update: {
					answered_at?: string | null;
					carrier?: string | null;
					charges?: Json | null;
					context?: Json | null;
					dismissed_at?: string | null;
					displayed_at?: string | null;
					id?: string;
					origin?: string;
					prompt_id?: string;
					release_reason?: string | null;
					released_at?: string | null;
					reserved_at?: string;
					revision?: number;
					session_id?: string;
					site_id?: string;
					state?: string;
					subject_id?: string;
					traits?: NonNullable<Json>;
					variant?: string | null;
					visitor_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'displays_site_id_prompt_id_revision_fkey';
						columns: ['site_id', 'prompt_id', 'revision'];
						isOneToOne: false;
						referencedRelation: 'revisions';
						referencedColumns: ['site_id', 'prompt_id', 'number'];
					},
					{
						foreignKeyName: 'displays_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: false;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			dropped_events: {
				Row: {
					cause: string;
					day: string;
					events: number;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					cause: string;
					day: string;
					events: number;
					site_id: string;
				};
				Update: {
					cause?: string;
					day?: string;
					events?: number;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'dropped_events_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'dropped_events_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'dropped_events_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'dropped_events_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			erasures: {
				Row: {
					counts: NonNullable<Json>;
					erased_at: string;
					erased_by: string | null;
					hash: string;
					id: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					counts: NonNullable<Json>;
					erased_at?: string;
					erased_by?: string | null;
					hash: string;
					id?: string;
					site_id: string;
				};
				Update: {
					counts?: NonNullable<Json>;
					erased_at?: string;
					erased_by?: string | null;
					hash?: string;
					id?: string;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'erasures_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'erasures_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'erasures_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'erasures_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			event_counts: {
				Row: {
					day: string;
					events: number;
					name: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					day: string;
					events: number;
					name: string;
					site_id: string;
				};
				Update: {
					day?: string;
					events?: number;
					name?: string;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'event_counts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_counts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_counts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_counts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			event_names: {
				Row: {
					first_seen_at: string | null;
					ignored: boolean;
					index_property: string | null;
					last_seen_at: string | null;
					name: string;
					registered: boolean;
					site_id: string;
					top_candidate: number | null;
				};
				ComputedFields: never;
				Insert: {
					first_seen_at?: string | null;
					ignored?: boolean;
					index_property?: string | null;
					last_seen_at?: string | null;
					name: string;
					registered?: boolean;
					site_id: string;
					top_candidate?: number | null;
				};
				Update: {
					first_seen_at?: string | null;
					ignored?: boolean;
					index_property?: string | null;
					last_seen_at?: string | null;
					name?: string;
					registered?: boolean;
					site_id?: string;
					top_candidate?: number | null;
				};
				Relationships: [
					{
						foreignKeyName: 'event_names_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_names_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_names_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'event_names_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			events: {
				Row: {
					bot: boolean;
					claimed_at: string | null;
					device: unknown;
					id: string;
					languages: string | null;
					name: string;
					name_hash: number;
					path: string | null;
					prompt: number | null;
					proof_fault: string | null;
					properties: NonNullable<Json>;
					reason: Database['app']['Enums']['reason'] | null;
					received_at: string;
					session_id: string;
					site: number;
					verified: Json | null;
					visitor: number;
				};
				ComputedFields: never;
				Insert: {
					bot: boolean;
					claimed_at?: string | null;
					device?: unknown;
					id: string;
					languages?: string | null;
					name: string;
					name_hash: number;
					path?: string | null;
					prompt?: number | null;
					proof_fault?: string | null;
					properties: NonNullable<Json>;
					reason?: Database['app']['Enums']['reason'] | null;
					received_at: string;
					session_id: string;
					site: number;
					verified?: Json | null;
					visitor: number;
				};
				Update: {
					bot?: boolean;
					claimed_at?: string | null;
					device?: unknown;
					id?: string;
					languages?: string | null;
					name?: string;
					name_hash?: number;
					path?: string | null;
					prompt?: number | null;
					proof_fault?: string | null;
					properties?: NonNullable<Json>;
					reason?: Database['app']['Enums']['reason'] | null;
					received_at?: string;
					session_id?: string;
					site?: number;
					verified?: Json | null;
					visitor?: number;
				};
				Relationships: [];
			};
			filtered_parts: {
				Row: {
					counted_at: string;
					figures: NonNullable<Json>;
					filter: string;
					from_at: string;
					next_at: string | null;
					next_id: string | null;
					prompt_id: string;
					rows: number;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					counted_at?: string;
					figures: NonNullable<Json>;
					filter: string;
					from_at: string;
					next_at?: string | null;
					next_id?: string | null;
					prompt_id: string;
					rows: number;
					site_id: string;
				};
				Update: {
					counted_at?: string;
					figures?: NonNullable<Json>;
					filter?: string;
					from_at?: string;
					next_at?: string | null;
					next_id?: string | null;
					prompt_id?: string;
					rows?: number;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'filtered_parts_site_id_prompt_id_from_at_fkey';
						columns: ['site_id', 'prompt_id', 'from_at'];
						isOneToOne: false;
						referencedRelation: 'result_parts';
						referencedColumns: ['site_id', 'prompt_id', 'from_at'];
					},
				];
			};
			grant_requests: {
				Row: {
					action: string;
					connection_id: string;
					created_at: string;
					decided_at: string | null;
					expires_at: string;
					id: string;
					person_id: string;
					prompt_id: string | null;
					revision: number | null;
					sha256: string | null;
					site_id: string | null;
					state: string;
					workspace_id: string;
					find_request: string | null;
					limit_open_requests: undefined | null;
				};
				ComputedFields: 'find_request' | 'limit_open_requests';
				Insert: {
					action: string;
					connection_id: string;
					created_at?: string;
					decided_at?: string | null;
					expires_at?: string;
					id?: string;
					person_id: string;
					prompt_id?: string | null;
					revision?: number | null;
					sha256?: string | null;
					site_id?: string | null;
					state?: string;
					workspace_id: string;
				};
				Update: {
					action?: string;
					connection_id?: string;
					created_at?: string;
					decided_at?: string | null;
					expires_at?: string;
					id?: string;
					person_id?: string;
					prompt_id?: string | null;
					revision?: number | null;
					sha256?: string | null;
					site_id?: string | null;
					state?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'grant_requests_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'grant_requests_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
					{
						foreignKeyName: 'grant_requests_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'grant_requests_workspace_id_site_id_fkey';
						columns: ['workspace_id', 'site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['workspace_id', 'id'];
					},
				];
			};
			grants: {
				Row: {
					action: string;
					approved_at: string;
					approved_by: string;
					combination: boolean;
					connection_id: string;
					consumed_at: string | null;
					consumed_by: string | null;
					expires_at: string;
					given_back: boolean;
					id: string;
					mode: string;
					prompt_id: string | null;
					request_id: string | null;
					revision: number | null;
					revoked_at: string | null;
					sha256: string | null;
					site_id: string | null;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					action: string;
					approved_at?: string;
					approved_by: string;
					combination?: boolean;
					connection_id: string;
					consumed_at?: string | null;
					consumed_by?: string | null;
					expires_at: string;
					given_back?: boolean;
					id?: string;
					mode: string;
					prompt_id?: string | null;
					request_id?: string | null;
					revision?: number | null;
					revoked_at?: string | null;
					sha256?: string | null;
					site_id?: string | null;
					workspace_id: string;
				};
				Update: {
					action?: string;
					approved_at?: string;
					approved_by?: string;
					combination?: boolean;
					connection_id?: string;
					consumed_at?: string | null;
					consumed_by?: string | null;
					expires_at?: string;
					given_back?: boolean;
					id?: string;
					mode?: string;
					prompt_id?: string | null;
					request_id?: string | null;
					revision?: number | null;
					revoked_at?: string | null;
					sha256?: string | null;
					site_id?: string | null;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'grants_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'grants_request_id_fkey';
						columns: ['request_id'];
						isOneToOne: false;
						referencedRelation: 'grant_requests';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'grants_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
					{
						foreignKeyName: 'grants_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'grants_workspace_id_site_id_fkey';
						columns: ['workspace_id', 'site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['workspace_id', 'id'];
					},
				];
			};
			group_displays: {
				Row: {
					display_id: string;
					group_hash: string;
					last_at: string;
					prompt_id: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					display_id: string;
					group_hash: string;
					last_at: string;
					prompt_id: string;
					site_id: string;
				};
				Update: {
					display_id?: string;
					group_hash?: string;
					last_at?: string;
					prompt_id?: string;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'group_displays_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			idempotency_keys: {
				Row: {
					at: string;
					caller_id: string;
					key: string;
					reply: Json | null;
					request_hash: string;
				};
				ComputedFields: never;
				Insert: {
					at?: string;
					caller_id: string;
					key: string;
					reply?: Json | null;
					request_hash: string;
				};
				Update: {
					at?: string;
					caller_id?: string;
					key?: string;
					reply?: Json | null;
					request_hash?: string;
				};
				Relationships: [];
			};
			instance_changes: {
				Row: {
					after: NonNullable<Json>;
					at: string;
					before: NonNullable<Json>;
					id: string;
					who: string;
				};
				ComputedFields: never;
				Insert: {
					after: NonNullable<Json>;
					at?: string;
					before: NonNullable<Json>;
					id?: string;
					who?: string;
				};
				Update: {
					after?: NonNullable<Json>;
					at?: string;
					before?: NonNullable<Json>;
					id?: string;
					who?: string;
				};
				Relationships: [];
			};
			instance_settings: {
				Row: {
					address_burst: number;
					address_per_second: number;
					event_days: number;
					id: number;
					sign_up_domains: string[] | null;
					site_burst: number;
					site_per_second: number;
					subject_burst: number;
					subject_per_second: number;
					visitor_days: number;
				};
				ComputedFields: never;
				Insert: {
					address_burst?: number;
					address_per_second?: number;
					event_days?: number;
					id?: number;
					sign_up_domains?: string[] | null;
					site_burst?: number;
					site_per_second?: number;
					subject_burst?: number;
					subject_per_second?: number;
					visitor_days?: number;
				};
				Update: {
					address_burst?: number;
					address_per_second?: number;
					event_days?: number;
					id?: number;
					sign_up_domains?: string[] | null;
					site_burst?: number;
					site_per_second?: number;
					subject_burst?: number;
					subject_per_second?: number;
					visitor_days?: number;
				};
				Relationships: [];
			};
			invitations: {
				Row: {
					accepted_by: string | null;
					created_at: string;
					created_by: string | null;
					email: string;
					expires_at: string;
					id: string;
					name: string | null;
					role: string;
					secret_hash: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					accepted_by?: string | null;
					created_at?: string;
					created_by?: string | null;
					email: string;
					expires_at?: string;
					id?: string;
					name?: string | null;
					role: string;
					secret_hash: string;
					workspace_id: string;
				};
				Update: {
					accepted_by?: string | null;
					created_at?: string;
					created_by?: string | null;
					email?: string;
					expires_at?: string;
					id?: string;
					name?: string | null;
					role?: string;
					secret_hash?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'invitations_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			label_proposals: {
				Row: {
					created_at: string;
					created_by: string;
					decided_at: string | null;
					decided_by: string | null;
					display_id: string;
					is_example: boolean;
					proposer: string;
					question_id: string;
					quote: string | null;
					site_id: string;
					source: string;
					state: string;
					tag_id: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by: string;
					decided_at?: string | null;
					decided_by?: string | null;
					display_id: string;
					is_example?: boolean;
					proposer?: string;
					question_id: string;
					quote?: string | null;
					site_id: string;
					source?: string;
					state?: string;
					tag_id: string;
				};
				Update: {
					created_at?: string;
					created_by?: string;
					decided_at?: string | null;
					decided_by?: string | null;
					display_id?: string;
					is_example?: boolean;
					proposer?: string;
					question_id?: string;
					quote?: string | null;
					site_id?: string;
					source?: string;
					state?: string;
					tag_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'label_proposals_site_id_display_id_question_id_fkey';
						columns: ['site_id', 'display_id', 'question_id'];
						isOneToOne: false;
						referencedRelation: 'text_answers';
						referencedColumns: ['site_id', 'display_id', 'question_id'];
					},
					{
						foreignKeyName: 'label_proposals_site_id_tag_id_fkey';
						columns: ['site_id', 'tag_id'];
						isOneToOne: false;
						referencedRelation: 'tags';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			lost_access: {
				Row: {
					actions: string[];
					at: string;
					cause: string;
					connection_id: string;
					ended: boolean;
					id: string;
					person_id: string;
					role: string | null;
					sites: string[];
					workspace_id: string;
					workspace_name: string;
				};
				ComputedFields: never;
				Insert: {
					actions: string[];
					at?: string;
					cause: string;
					connection_id: string;
					ended: boolean;
					id?: string;
					person_id: string;
					role?: string | null;
					sites: string[];
					workspace_id: string;
					workspace_name: string;
				};
				Update: {
					actions?: string[];
					at?: string;
					cause?: string;
					connection_id?: string;
					ended?: boolean;
					id?: string;
					person_id?: string;
					role?: string | null;
					sites?: string[];
					workspace_id?: string;
					workspace_name?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'lost_access_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'lost_access_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			members: {
				Row: {
					created_at: string;
					email: string | null;
					person_id: string;
					role: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					email?: string | null;
					person_id: string;
					role: string;
					workspace_id: string;
				};
				Update: {
					created_at?: string;
					email?: string | null;
					person_id?: string;
					role?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'members_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			oauth_clients: {
				Row: {
					client_id: string;
					created_at: string;
					fresh_until: string | null;
					host: string | null;
					kind: string;
					last_used_at: string;
					name: string;
					redirect_uris: string[];
				};
				ComputedFields: never;
				Insert: {
					client_id: string;
					created_at: string;
					fresh_until?: string | null;
					host?: string | null;
					kind: string;
					last_used_at: string;
					name: string;
					redirect_uris: string[];
				};
				Update: {
					client_id?: string;
					created_at?: string;
					fresh_until?: string | null;
					host?: string | null;
					kind?: string;
					last_used_at?: string;
					name?: string;
					redirect_uris?: string[];
				};
				Relationships: [];
			};
			outbox: {
				Row: {
					answers: Json | null;
					destination_id: string | null;
					detail: Json | null;
					final: boolean | null;
					id: string;
					pending: boolean;
					prompt_id: string | null;
					response_id: string | null;
					site_id: string;
					type: string;
				};
				ComputedFields: never;
				Insert: {
					answers?: Json | null;
					destination_id?: string | null;
					detail?: Json | null;
					final?: boolean | null;
					id: string;
					pending?: boolean;
					prompt_id?: string | null;
					response_id?: string | null;
					site_id: string;
					type: string;
				};
				Update: {
					answers?: Json | null;
					destination_id?: string | null;
					detail?: Json | null;
					final?: boolean | null;
					id?: string;
					pending?: boolean;
					prompt_id?: string | null;
					response_id?: string | null;
					site_id?: string;
					type?: string;
				};
				Relationships: [];
			};
			people: {
				Row: {
					name: string;
					person_id: string;
					updated_at: string;
				};
				ComputedFields: never;
				Insert: {
					name: string;
					person_id: string;
					updated_at?: string;
				};
				Update: {
					name?: string;
					person_id?: string;
					updated_at?: string;
				};
				Relationships: [];
			};
			prompts: {
				Row: {
					created_at: string;
					created_by: string | null;
					id: string;
					key: number;
					published_at: string | null;
					published_revision: number | null;
					site_id: string;
					state: string;
					survey_id: string;
					updated_at: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by?: string | null;
					id?: string;
					key?: number;
					published_at?: string | null;
					published_revision?: number | null;
					site_id: string;
					state?: string;
					survey_id: string;
					updated_at?: string;
				};
				Update: {
					created_at?: string;
					created_by?: string | null;
					id?: string;
					key?: number;
					published_at?: string | null;
					published_revision?: number | null;
					site_id?: string;
					state?: string;
					survey_id?: string;
					updated_at?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'prompts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'prompts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'prompts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'prompts_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
					{
						foreignKeyName: 'published_revision_exists';
						columns: ['site_id', 'id', 'published_revision'];
						isOneToOne: false;
						referencedRelation: 'revisions';
						referencedColumns: ['site_id', 'prompt_id', 'number'];
					},
				];
			};
			proof_keys: {
				Row: {
					alg: string;
					created_at: string;
					kid: string;
					last_used_at: string | null;
					sealed: string;
					site_id: string;
					status: string;
				};
				ComputedFields: never;
				Insert: {
					alg: string;
					created_at?: string;
					kid: string;
					last_used_at?: string | null;
					sealed: string;
					site_id: string;
					status?: string;
				};
				Update: {
					alg?: string;
					created_at?: string;
					kid?: string;
					last_used_at?: string | null;
					sealed?: string;
					site_id?: string;
					status?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'proof_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'proof_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'proof_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'proof_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			proven_visitors: {
				Row: {
					site_id: string;
					subject_id: string;
					visitor_id: string;
				};
				ComputedFields: never;
				Insert: {
					site_id: string;
					subject_id: string;
					visitor_id: string;
				};
				Update: {
					site_id?: string;
					subject_id?: string;
					visitor_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'proven_visitors_site_id_visitor_id_fkey';
						columns: ['site_id', 'visitor_id'];
						isOneToOne: true;
						referencedRelation: 'visitors';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			publications: {
				Row: {
					at: string;
					prompt_id: string;
					revision: number | null;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					at: string;
					prompt_id: string;
					revision?: number | null;
					site_id: string;
				};
				Update: {
					at?: string;
					prompt_id?: string;
					revision?: number | null;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'publications_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			recipient_confirmations: {
				Row: {
					address: string;
					attempts: number;
					created_at: string;
					destination_id: string;
					due_at: string | null;
					expires_at: string | null;
					id: string;
					site_id: string;
					token_hash: string | null;
				};
				ComputedFields: never;
				Insert: {
					address: string;
					attempts?: number;
					created_at: string;
					destination_id: string;
					due_at?: string | null;
					expires_at?: string | null;
					id?: string;
					site_id: string;
					token_hash?: string | null;
				};
				Update: {
					address?: string;
					attempts?: number;
					created_at?: string;
					destination_id?: string;
					due_at?: string | null;
					expires_at?: string | null;
					id?: string;
					site_id?: string;
					token_hash?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'recipient_confirmations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'recipient_confirmations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'recipient_confirmations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'recipient_confirmations_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			responses: {
				Row: {
					answers: NonNullable<Json>;
					changed_in: unknown;
					context: Json | null;
					created_at: string;
					display_id: string;
					final: boolean;
					prompt_id: string;
					revision: number;
					seq: number;
					site_id: string;
					subject_id: string | null;
					traits: NonNullable<Json>;
					updated_at: string;
					variant: string | null;
					visitor_id: string | null;
				};
				ComputedFields: never;
				Insert: {
					answers: NonNullable<Json>;
					changed_in?: unknown;
					context?: Json | null;
					created_at: string;
					display_id: string;
					final: boolean;
					prompt_id: string;
					revision: number;
					seq: number;
					site_id: string;
					subject_id?: string | null;
					traits: NonNullable<Json>;
					updated_at: string;
					variant?: string | null;
					visitor_id?: string | null;
				};
				Update: {
					answers?: NonNullable<Json>;
					changed_in?: unknown;
					context?: Json | null;
					created_at?: string;
					display_id?: string;
					final?: boolean;
					prompt_id?: string;
					revision?: number;
					seq?: number;
					site_id?: string;
					subject_id?: string | null;
					traits?: NonNullable<Json>;
					updated_at?: string;
					variant?: string | null;
					visitor_id?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'responses_site_id_prompt_id_revision_fkey';
						columns: ['site_id', 'prompt_id', 'revision'];
						isOneToOne: false;
						referencedRelation: 'revisions';
						referencedColumns: ['site_id', 'prompt_id', 'number'];
					},
					{
						foreignKeyName: 'responses_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: false;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
					{
						foreignKeyName: 'responses_site_id_visitor_id_fkey';
						columns: ['site_id', 'visitor_id'];
						isOneToOne: false;
						referencedRelation: 'visitors';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			result_links: {
				Row: {
					created_at: string;
					created_by: string;
					expires_at: string;
					filter: NonNullable<Json>;
					hash: string;
					id: string;
					last_used_at: string | null;
					name: string;
					prefix: string;
					prompt_id: string;
					revoked_at: string | null;
					site_id: string;
					words: boolean;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by: string;
					expires_at: string;
					filter: NonNullable<Json>;
					hash: string;
					id: string;
					last_used_at?: string | null;
					name: string;
					prefix: string;
					prompt_id: string;
					revoked_at?: string | null;
					site_id: string;
					words: boolean;
				};
				Update: {
					created_at?: string;
					created_by?: string;
					expires_at?: string;
					filter?: NonNullable<Json>;
					hash?: string;
					id?: string;
					last_used_at?: string | null;
					name?: string;
					prefix?: string;
					prompt_id?: string;
					revoked_at?: string | null;
					site_id?: string;
					words?: boolean;
				};
				Relationships: [
					{
						foreignKeyName: 'result_links_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			result_parts: {
				Row: {
					answered: number | null;
					begun: Json | null;
					day: string;
					displays: number | null;
					figures: Json | null;
					from_at: string;
					marked_in: unknown;
					next_at: string | null;
					next_id: string | null;
					prompt_id: string;
					seen_in: unknown;
					site_id: string;
					size: number | null;
					to_at: string;
					unconfirmed: number | null;
					zone: string;
				};
				ComputedFields: never;
				Insert: {
					answered?: number | null;
					begun?: Json | null;
					day: string;
					displays?: number | null;
					figures?: Json | null;
					from_at: string;
					marked_in?: unknown;
					next_at?: string | null;
					next_id?: string | null;
					prompt_id: string;
					seen_in?: unknown;
					site_id: string;
					size?: number | null;
					to_at: string;
					unconfirmed?: number | null;
					zone: string;
				};
				Update: {
					answered?: number | null;
					begun?: Json | null;
					day?: string;
					displays?: number | null;
					figures?: Json | null;
					from_at?: string;
					marked_in?: unknown;
					next_at?: string | null;
					next_id?: string | null;
					prompt_id?: string;
					seen_in?: unknown;
					site_id?: string;
					size?: number | null;
					to_at?: string;
					unconfirmed?: number | null;
					zone?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'result_parts_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			revisions: {
				Row: {
					content: NonNullable<Json>;
					created_at: string;
					created_by: string | null;
					created_with: string | null;
					number: number;
					prompt_id: string;
					sha256: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					content: NonNullable<Json>;
					created_at?: string;
					created_by?: string | null;
					created_with?: string | null;
					number: number;
					prompt_id: string;
					sha256?: never;
					site_id: string;
				};
				Update: {
					content?: NonNullable<Json>;
					created_at?: string;
					created_by?: string | null;
					created_with?: string | null;
					number?: number;
					prompt_id?: string;
					sha256?: never;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'revisions_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			saved_filters: {
				Row: {
					created_at: string;
					created_by: string | null;
					filter: NonNullable<Json>;
					id: string;
					name: string;
					prompt_id: string;
					site_id: string;
					updated_at: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by?: string | null;
					filter: NonNullable<Json>;
					id: string;
					name: string;
					prompt_id: string;
					site_id: string;
					updated_at?: string;
				};
				Update: {
					created_at?: string;
					created_by?: string | null;
					filter?: NonNullable<Json>;
					id?: string;
					name?: string;
					prompt_id?: string;
					site_id?: string;
					updated_at?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'saved_filters_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			site_keys: {
				Row: {
					browser_origin: string | null;
					browser_seen_at: string | null;
					created_at: string;
					created_by: string;
					hash: string;
					id: string;
					last_used_at: string | null;
					name: string;
					notice_due_at: string | null;
					prefix: string;
					revoked_at: string | null;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					browser_origin?: string | null;
					browser_seen_at?: string | null;
					created_at?: string;
					created_by: string;
					hash: string;
					id?: string;
					last_used_at?: string | null;
					name: string;
					notice_due_at?: string | null;
					prefix: string;
					revoked_at?: string | null;
					site_id: string;
				};
				Update: {
					browser_origin?: string | null;
					browser_seen_at?: string | null;
					created_at?: string;
					created_by?: string;
					hash?: string;
					id?: string;
					last_used_at?: string | null;
					name?: string;
					notice_due_at?: string | null;
					prefix?: string;
					revoked_at?: string | null;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'site_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'site_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'site_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'site_keys_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			sites: {
				Row: {
					address_burst: number;
					address_rate: number;
					closed_at: string | null;
					created_at: string;
					id: string;
					key: number;
					listed_names: number;
					name: string;
					settings: NonNullable<Json>;
					site_burst: number;
					site_id: string;
					site_rate: number;
					subject_burst: number;
					subject_rate: number;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					address_burst: number;
					address_rate: number;
					closed_at?: string | null;
					created_at?: string;
					id?: string;
					key?: number;
					listed_names?: number;
					name: string;
					settings?: NonNullable<Json>;
					site_burst: number;
					site_id?: string;
					site_rate: number;
					subject_burst: number;
					subject_rate: number;
					workspace_id: string;
				};
				Update: {
					address_burst?: number;
					address_rate?: number;
					closed_at?: string | null;
					created_at?: string;
					id?: string;
					key?: number;
					listed_names?: number;
					name?: string;
					settings?: NonNullable<Json>;
					site_burst?: number;
					site_id?: string;
					site_rate?: number;
					subject_burst?: number;
					subject_rate?: number;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'sites_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			subject_locks: {
				Row: {
					last_at: string;
					site_id: string;
					subject_id: string;
				};
				ComputedFields: never;
				Insert: {
					last_at?: string;
					site_id: string;
					subject_id: string;
				};
				Update: {
					last_at?: string;
					site_id?: string;
					subject_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'subject_locks_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: true;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			subjects: {
				Row: {
					account: string | null;
					first_seen_at: string;
					id: string;
					last_seen_at: string;
					sample_key: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					account?: string | null;
					first_seen_at: string;
					id: string;
					last_seen_at: string;
					sample_key: string;
					site_id: string;
				};
				Update: {
					account?: string | null;
					first_seen_at?: string;
					id?: string;
					last_seen_at?: string;
					sample_key?: string;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'subjects_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'subjects_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'subjects_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'subjects_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			tags: {
				Row: {
					created_at: string;
					created_by: string;
					definition: string;
					id: string;
					name: string;
					proposer: string;
					site_id: string;
					source: string;
					state: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by: string;
					definition?: string;
					id?: string;
					name: string;
					proposer?: string;
					site_id: string;
					source?: string;
					state?: string;
				};
				Update: {
					created_at?: string;
					created_by?: string;
					definition?: string;
					id?: string;
					name?: string;
					proposer?: string;
					site_id?: string;
					source?: string;
					state?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'tags_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'event_details';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'tags_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'rate_limits';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'tags_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'site_retention';
						referencedColumns: ['site_id'];
					},
					{
						foreignKeyName: 'tags_site_id_fkey';
						columns: ['site_id'];
						isOneToOne: false;
						referencedRelation: 'sites';
						referencedColumns: ['id'];
					},
				];
			};
			templates: {
				Row: {
					about: string;
					content: NonNullable<Json>;
					created_at: string;
					created_by: string | null;
					id: string;
					name: string;
					workspace_id: string;
				};
				ComputedFields: never;
				Insert: {
					about?: string;
					content: NonNullable<Json>;
					created_at?: string;
					created_by?: string | null;
					id?: string;
					name: string;
					workspace_id: string;
				};
				Update: {
					about?: string;
					content?: NonNullable<Json>;
					created_at?: string;
					created_by?: string | null;
					id?: string;
					name?: string;
					workspace_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'templates_workspace_id_fkey';
						columns: ['workspace_id'];
						isOneToOne: false;
						referencedRelation: 'workspaces';
						referencedColumns: ['id'];
					},
				];
			};
			text_answers: {
				Row: {
					answered_at: string;
					assignee: string | null;
					config: string;
					display_id: string;
					language: string | null;
					prompt_id: string;
					question_id: string;
					site_id: string;
					status: string;
					text: string;
					words: unknown;
				};
				ComputedFields: never;
				Insert: {
					answered_at: string;
					assignee?: string | null;
					config: string;
					display_id: string;
					language?: string | null;
					prompt_id: string;
					question_id: string;
					site_id: string;
					status?: string;
					text: string;
					words: unknown;
				};
				Update: {
					answered_at?: string;
					assignee?: string | null;
					config?: string;
					display_id?: string;
					language?: string | null;
					prompt_id?: string;
					question_id?: string;
					site_id?: string;
					status?: string;
					text?: string;
					words?: unknown;
				};
				Relationships: [
					{
						foreignKeyName: 'text_answers_site_id_display_id_fkey';
						columns: ['site_id', 'display_id'];
						isOneToOne: false;
						referencedRelation: 'responses';
						referencedColumns: ['site_id', 'display_id'];
					},
				];
			};
			text_notes: {
				Row: {
					body: string;
					created_at: string;
					created_by: string;
					display_id: string;
					id: string;
					question_id: string;
					site_id: string;
				};
				ComputedFields: never;
				Insert: {
					body: string;
					created_at?: string;
					created_by: string;
					display_id: string;
					id?: string;
					question_id: string;
					site_id: string;
				};
				Update: {
					body?: string;
					created_at?: string;
					created_by?: string;
					display_id?: string;
					id?: string;
					question_id?: string;
					site_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'text_notes_site_id_display_id_question_id_fkey';
						columns: ['site_id', 'display_id', 'question_id'];
						isOneToOne: false;
						referencedRelation: 'text_answers';
						referencedColumns: ['site_id', 'display_id', 'question_id'];
					},
				];
			};
			text_tags: {
				Row: {
					created_at: string;
					created_by: string;
					display_id: string;
					is_example: boolean;
					proposer: string;
					question_id: string;
					quote: string | null;
					site_id: string;
					source: string;
					tag_id: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					created_by: string;
					display_id: string;
					is_example?: boolean;
					proposer?: string;
					question_id: string;
					quote?: string | null;
					site_id: string;
					source?: string;
					tag_id: string;
				};
				Update: {
					created_at?: string;
					created_by?: string;
					display_id?: string;
					is_example?: boolean;
					proposer?: string;
					question_id?: string;
					quote?: string | null;
					site_id?: string;
					source?: string;
					tag_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'text_tags_site_id_display_id_question_id_fkey';
						columns: ['site_id', 'display_id', 'question_id'];
						isOneToOne: false;
						referencedRelation: 'text_answers';
						referencedColumns: ['site_id', 'display_id', 'question_id'];
					},
					{
						foreignKeyName: 'text_tags_site_id_tag_id_fkey';
						columns: ['site_id', 'tag_id'];
						isOneToOne: false;
						referencedRelation: 'tags';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			tokens: {
				Row: {
					connection_id: string;
					created_at: string;
					expires_at: string;
					family: string;
					hash: string;
					id: string;
					kind: string;
					replaced_at: string | null;
					resource: string;
					revoked_at: string | null;
				};
				ComputedFields: never;
				Insert: {
					connection_id: string;
					created_at?: string;
					expires_at: string;
					family: string;
					hash: string;
					id?: string;
					kind: string;
					replaced_at?: string | null;
					resource: string;
					revoked_at?: string | null;
				};
				Update: {
					connection_id?: string;
					created_at?: string;
					expires_at?: string;
					family?: string;
					hash?: string;
					id?: string;
					kind?: string;
					replaced_at?: string | null;
					resource?: string;
					revoked_at?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'tokens_connection_id_fkey';
						columns: ['connection_id'];
						isOneToOne: false;
						referencedRelation: 'connections';
						referencedColumns: ['id'];
					},
				];
			};
			visitor_versions: {
				Row: {
					first_seen_at: string;
					identified: boolean;
					sample_key: string;
					site_id: string;
					subject_id: string;
					traits: NonNullable<Json>;
					until: string;
					visitor_id: string;
				};
				ComputedFields: never;
				Insert: {
					first_seen_at: string;
					identified: boolean;
					sample_key: string;
					site_id: string;
					subject_id: string;
					traits: NonNullable<Json>;
					until: string;
					visitor_id: string;
				};
				Update: {
					first_seen_at?: string;
					identified?: boolean;
					sample_key?: string;
					site_id?: string;
					subject_id?: string;
					traits?: NonNullable<Json>;
					until?: string;
					visitor_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'visitor_versions_site_id_visitor_id_fkey';
						columns: ['site_id', 'visitor_id'];
						isOneToOne: false;
						referencedRelation: 'visitors';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			visitors: {
				Row: {
					first_seen_at: string;
					id: string;
					joined_at: string;
					key: number;
					last_seen_at: string;
					reset_at: string | null;
					site_id: string;
					subject_id: string;
					traits: NonNullable<Json>;
				};
				ComputedFields: never;
				Insert: {
					first_seen_at: string;
					id: string;
					joined_at?: string;
					key?: number;
					last_seen_at: string;
					reset_at?: string | null;
					site_id: string;
					subject_id: string;
					traits?: NonNullable<Json>;
				};
				Update: {
					first_seen_at?: string;
					id?: string;
					joined_at?: string;
					key?: number;
					last_seen_at?: string;
					reset_at?: string | null;
					site_id?: string;
					subject_id?: string;
					traits?: NonNullable<Json>;
				};
				Relationships: [
					{
						foreignKeyName: 'visitors_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: false;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			waiting_prompts: {
				Row: {
					decided_at: string | null;
					display_id: string | null;
					due_at: string;
					event_id: string;
					event_name: string;
					expires_at: string;
					prompt_id: string;
					site_id: string;
					subject_id: string;
				};
				ComputedFields: never;
				Insert: {
					decided_at?: string | null;
					display_id?: string | null;
					due_at: string;
					event_id: string;
					event_name: string;
					expires_at: string;
					prompt_id: string;
					site_id: string;
					subject_id: string;
				};
				Update: {
					decided_at?: string | null;
					display_id?: string | null;
					due_at?: string;
					event_id?: string;
					event_name?: string;
					expires_at?: string;
					prompt_id?: string;
					site_id?: string;
					subject_id?: string;
				};
				Relationships: [
					{
						foreignKeyName: 'waiting_prompts_site_id_prompt_id_fkey';
						columns: ['site_id', 'prompt_id'];
						isOneToOne: false;
						referencedRelation: 'prompts';
						referencedColumns: ['site_id', 'id'];
					},
					{
						foreignKeyName: 'waiting_prompts_site_id_subject_id_fkey';
						columns: ['site_id', 'subject_id'];
						isOneToOne: false;
						referencedRelation: 'subjects';
						referencedColumns: ['site_id', 'id'];
					},
				];
			};
			worker_calls: {
				Row: {
					called_at: string | null;
					singleton: boolean;
					token: string;
					url: string;
				};
				ComputedFields: never;
				Insert: {
					called_at?: string | null;
					singleton?: boolean;
					token: string;
					url: string;
				};
				Update: {
					called_at?: string | null;
					singleton?: boolean;
					token?: string;
					url?: string;
				};
				Relationships: [];
			};
			working_copies: {
				Row: {
					base_revision: number;
					content: NonNullable<Json>;
					etag: string;
					prompt_id: string;
					site_id: string;
					updated_at: string;
					updated_by: string | null;
				};
				ComputedFields: never;
				Insert: {
					base_revision: number;
					content: NonNullable<Json>;
					etag: string;
					prompt_id: string;
					site_id: string;
					updated_at: string;
					updated_by?: string | null;
				};
				Update: {
					base_revision?: number;
					content?: NonNullable<Json>;
					etag?: string;
					prompt_id?: string;
					site_id?: string;
					updated_at?: string;
					updated_by?: string | null;
				};
				Relationships: [
					{
						foreignKeyName: 'working_copies_site_id_prompt_id_base_revision_fkey';
						columns: ['site_id', 'prompt_id', 'base_revision'];
						isOneToOne: false;
						referencedRelation: 'revisions';
						referencedColumns: ['site_id', 'prompt_id', 'number'];
					},
				];
			};
			workspaces: {
				Row: {
					created_at: string;
					id: string;
					name: string;
				};
				ComputedFields: never;
				Insert: {
					created_at?: string;
					id?: string;
					name: string;
				};
				Update: {
					created_at?: string;
					id?: string;
					name?: string;
				};
				Relationships: [];
			};
		};
		Views: {
			event_details: {
				Row: {
					at: string | null;
					bot: boolean;
					claimed_at: string | null;
					context: Json | null;
					id: string;
					name: string;
					prompt_id: string | null;
					proof_fault: string | null;
					properties: Json | null;
					reason: Database['app']['Enums']['reason'] | null;
					received_at: string;
					session_id: string;
					site_id: string;
					verified: Json | null;
					visitor_id: string;
				};
				ComputedFields: never;
				Relationships: [];
			};
			rate_limits: {
				Row: {
					address_burst: number;
					address_rate: number;
					site_burst: number;
					site_id: string;
					site_rate: number;
					subject_burst: number;
					subject_rate: number;
				};
				ComputedFields: never;
				Insert: {
					address_burst?: number | null;
					address_rate?: number | null;
					site_burst?: number | null;
					site_id?: string | null;
					site_rate?: number | null;
					subject_burst?: number | null;
					subject_rate?: number | null;
				};
				Update: {
					address_burst?: number | null;
					address_rate?: number | null;
					site_burst?: number | null;
					site_id?: string | null;
					site_rate?: number | null;
					subject_burst?: number | null;
					subject_rate?: number | null;
				};
				Relationships: [];
			};
			site_retention: {
				Row: {
					display_days: number | null;
					event_days: number | null;
					site: number;
					site_id: string;
					visitor_days: number | null;
				};
				ComputedFields: never;
				Relationships: [];
			};
		};
		Functions: {
			accept_invitation: { Args: { p_secret_hash: string }; Returns: string };
			account_traits: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Json;
			};
			acting_person: { Args: Record<PropertyKey, never>; Returns: string };
			address_pattern: { Args: { p_email: string }; Returns: string };
			aggregate_old_displays: { Args: { p_batch: number; p_now: string }; Returns: boolean };
			allowed_displays: {
				Args: { p_budget: Json; p_period: string; p_settings: Json };
				Returns: number;
			};
			apply_variant: { Args: { p_content: Json; p_variant: string }; Returns: Json };
			approve_authorization: {
				Args: {
					p_actions: string[];
					p_code: string;
					p_id: string;
					p_now: string;
					p_sites: string[];
				};
				Returns: {
					redirect_uri: string;
					state: string;
				}[];
			};
			approve_destination: {
				Args: { p_request: string; p_sealed_secret: string; p_sha256: string };
				Returns: undefined;
			};
			approve_grant: {
				Args: {
					p_combination: boolean;
					p_hours: number;
					p_mode: string;
					p_request: string;
					p_sha256: string;
				};
				Returns: string;
			};
			archive: { Args: { p_prompt: string; p_site: string }; Returns: undefined };
			ask_recipient: {
				Args: { p_address: string; p_destination: string; p_now: string; p_site: string };
				Returns: undefined;
			};
			assign_account: {
				Args: { p_account: string; p_now: string; p_site: string; p_visitor: string };
				Returns: undefined;
			};
			audience_rule: { Args: { p_content: Json }; Returns: Json };
			author_of: { Args: { p_email: string; p_person: string }; Returns: string };
			backend_context: {
				Args: { p_account: string; p_now: string; p_site: string; p_traits: Json };
				Returns: Json;
			};
			backend_visitor: { Args: { p_account: string; p_site: string }; Returns: string };
			base_facts: {
				Args: {
					p_account: string;
					p_context: Json;
					p_first_seen: string;
					p_now: string;
					p_properties: Json;
					p_sample_key: string;
					p_session: string;
					p_traits: Json;
					p_verified: Json;
				};
				Returns: Json;
			};
			begin_authorization: {
				Args: { p_address: string; p_now: string; p_request: Json };
				Returns: string;
			};
			begin_device: {
				Args: { p_address: string; p_device: string; p_now: string; p_request: Json };
				Returns: string;
			};
			budget_facts: {
				Args: {
					p_candidates: Database['app']['Tables']['candidates']['Row'][];
					p_now: string;
					p_settings: Json;
					p_site: string;
					p_until: string;
				};
				Returns: Json;
			};
			call_facts: { Args: { p_call: Database['app']['CompositeTypes']['call'] }; Returns: Json };
			call_id: { Args: Record<PropertyKey, never>; Returns: string };
			caller_id: { Args: Record<PropertyKey, never>; Returns: string };
			change_instance_settings: { Args: { p_change: Json }; Returns: Json };
			change_spending: {
				Args: { p_by: number; p_charges: Json; p_prompt: string; p_site: string };
				Returns: undefined;
			};
			check_before_deciding: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Json;
			};
			check_budget: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_dates: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_events: {
				Args: { p_call: Database['app']['CompositeTypes']['call']; p_events: Json };
				Returns: Record<string, unknown>;
			};
			check_group: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_holdout: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
					p_show: boolean;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_prompt_limits: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_now: number;
					p_seen: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_repeated: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_shared_limits: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_at: string;
					p_shared: Database['app']['CompositeTypes']['shared_limits'];
					p_traits: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			check_site_limits: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_now: number;
					p_site: Json;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			choose_variant: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_key: string;
				};
				Returns: {
					again_after_days: number | null;
					audience_path: unknown;
					audience_prefilter: unknown;
					backend: boolean;
					budget: Json | null;
					cancel_events: string[] | null;
					compares_dates: boolean;
					delay_seconds: number;
					ends_at: string | null;
					event_name: string;
					experiment: Json | null;
					index_value: string;
					min_session_seconds: number;
					needed_facts: Json | null;
					per_group: Json | null;
					prefilter_path: unknown;
					priority: number;
					prompt_id: string;
					prompt_key: number | null;
					published_at: string;
					rate: number;
					repeated: Json | null;
					respects_site: boolean;
					revision: number;
					show: string;
					site_id: string;
					starts_at: string | null;
					survey_id: string;
					times: number | null;
					trigger_path: unknown;
					trigger_path_if_verified: unknown;
					unless: Json | null;
					vars: NonNullable<Json>;
					wait_hours: number;
				};
				SetofOptions: {
					from: '*';
					to: 'candidates';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			claim: { Args: { display: string; event: string; request_context: Json }; Returns: Json };
			claim_confirmation: { Args: { p_now?: string; p_token_hash: string }; Returns: Json };
			claim_deliveries: { Args: { p_limit?: number; p_now?: string }; Returns: Json[] };
			claim_event: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_display: string;
					p_event: string;
				};
				Returns: Json;
			};
			claim_idempotency_key: { Args: { p_key: string; p_request_hash: string }; Returns: Json };
			claim_pause_notices: { Args: { p_now?: string }; Returns: Json[] };
			claim_site_key_notices: { Args: { p_now?: string }; Returns: Json[] };
			claim_waiting: {
				Args: { carrier: string; display: string; request_context: Json };
				Returns: Json;
			};
			close_quiet_responses: { Args: { p_limit?: number; p_now?: string }; Returns: number };
			combine_replays: {
				Args: {
					p_one: Database['app']['CompositeTypes']['replay'];
					p_other: Database['app']['CompositeTypes']['replay'];
				};
				Returns: Database['app']['CompositeTypes']['replay'];
				SetofOptions: {
					from: '*';
					to: 'replay';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			combine_sums: { Args: { p_one: Json; p_other: Json }; Returns: Json };
			compares_dates: { Args: { p_condition: Json }; Returns: boolean };
			compile_answer: {
				Args: { p_condition: Json; p_source: string; vars: Json };
				Returns: Record<string, unknown>;
			};
			compile_comparison: {
				Args: { p_condition: Json; p_date_source: string; p_source: string; vars: Json };
				Returns: Record<string, unknown>;
			};
			compile_condition: {
				Args: { p_condition: Json; p_properties: string; vars: Json };
				Returns: Record<string, unknown>;
			};
			compile_content: {
				Args: {
					p_content: Json;
					p_event: string;
					p_prompt: string;
					p_published_at: string;
					p_revision: number;
					p_site: string;
				};
				Returns: {
					again_after_days: number | null;
					audience_path: unknown;
					audience_prefilter: unknown;
					backend: boolean;
					budget: Json | null;
					cancel_events: string[] | null;
					compares_dates: boolean;
					delay_seconds: number;
					ends_at: string | null;
					event_name: string;
					experiment: Json | null;
					index_value: string;
					min_session_seconds: number;
					needed_facts: Json | null;
					per_group: Json | null;
					prefilter_path: unknown;
					priority: number;
					prompt_id: string;
					prompt_key: number | null;
					published_at: string;
					rate: number;
					repeated: Json | null;
					respects_site: boolean;
					revision: number;
					show: string;
					site_id: string;
					starts_at: string | null;
					survey_id: string;
					times: number | null;
					trigger_path: unknown;
					trigger_path_if_verified: unknown;
					unless: Json | null;
					vars: NonNullable<Json>;
					wait_hours: number;
				};
				SetofOptions: {
					from: '*';
					to: 'candidates';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			compile_destination_condition: {
				Args: { p_condition: Json; vars: Json };
				Returns: Record<string, unknown>;
			};
			compile_experiment: { Args: { p_content: Json }; Returns: Json };
			compile_filter: { Args: { p_condition: Json }; Returns: Record<string, unknown> };
			compile_rule: {
				Args: { p_properties: string; p_rule: Json; vars: Json };
				Returns: Record<string, unknown>;
			};
			condition_facts: { Args: { p_condition: Json; p_facts: Json }; Returns: Json };
			confirm_recipient: { Args: { p_now?: string; p_token_hash: string }; Returns: boolean };
			connected_sites: { Args: Record<PropertyKey, never>; Returns: string[] };
			connected_workspaces: { Args: Record<PropertyKey, never>; Returns: string[] };
			connection_id: { Args: Record<PropertyKey, never>; Returns: string };
			connection_name: { Args: Record<PropertyKey, never>; Returns: string };
			consented_workspaces: {
				Args: { p_actions: string[]; p_person: string; p_sites: string[] };
				Returns: string[];
			};
			consume_group: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_display: string;
					p_prompt: string;
				};
				Returns: boolean;
			};
			consume_rate_limits: { Args: { p_reports: Json }; Returns: undefined };
			consume_tokens: {
				Args: { p_addresses: string[]; p_now: string; p_sites: string[]; p_subjects: string[] };
				Returns: undefined;
			};
			content_hash: { Args: { p_content: Json }; Returns: string };
			count_account: { Args: Record<PropertyKey, never>; Returns: Json };
			count_attempt: {
				Args: { p_key: string; p_kind: string; p_limit: number; p_now: string; p_window: string };
				Returns: boolean;
			};
			count_by_name: {
				Args: { p_name: string; p_site: string };
				Returns: {
					day: string;
					events: number;
					name: string;
				}[];
			};
			count_days: { Args: { p_blocks?: number; p_now: string }; Returns: boolean };
			count_deletable: {
				Args: { p_kind: string; p_site: string; p_target: string };
				Returns: Json;
			};
			count_displays: {
				Args: { p_from?: string; p_prompt: string; p_site: string; p_to?: string };
				Returns: {
					answered: number;
					displays: number;
					unconfirmed: number;
				}[];
			};
			count_events: {
				Args: {
					p_event: string;
					p_event_name: string;
					p_needed: Json;
					p_now: string;
					p_since: string;
					p_site: string;
					p_subject: string;
				};
				Returns: Json;
			};
			count_filtered_parts: {
				Args: {
					p_filter: Json;
					p_for: string;
					p_prompt: string;
					p_rows: number;
					p_since: string;
					p_site: string;
					p_until: string;
				};
				Returns: {
					figures: Json;
					from_at: string;
					rows: number;
					whole: boolean;
				}[];
			};
			count_keys: { Args: { p_object: Json }; Returns: number };
			count_occurrences: {
				Args: {
					p_claim?: Database['app']['CompositeTypes']['pending_claim'];
					p_event: string;
					p_needed: Json;
					p_site: string;
					p_subject: string;
					p_until: string;
				};
				Returns: Json;
			};
			count_prompts: {
				Args: { p_prompts: string[]; p_site: string };
				Returns: {
					answered: number;
					displays: number;
					prompt_id: string;
					responses: number;
					unconfirmed: number;
				}[];
			};
			count_replayed_events: {
				Args: {
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_needed: Json;
					p_site: string;
					p_subject: string;
				};
				Returns: Json;
			};
			count_response: {
				Args: { p_now: string; p_prompt: string; p_site: string };
				Returns: undefined;
			};
			count_result_part: {
				Args: {
					p_filter?: Json;
					p_from: string;
					p_from_id?: string;
					p_prompt: string;
					p_site: string;
					p_to: string;
					p_to_id?: string;
				};
				Returns: Json;
			};
			count_result_parts: {
				Args: { p_batch?: number; p_now?: string; p_rows?: number };
				Returns: boolean;
			};
			count_sealed: {
				Args: Record<PropertyKey, never>;
				Returns: {
					sealing_key: string;
					secrets: number;
				}[];
			};
			create_ci_connection: {
				Args: {
					p_actions: string[];
					p_combination: boolean;
					p_days: number;
					p_hash: string;
					p_name: string;
					p_resource: string;
					p_sites: string[];
					p_workspace: string;
				};
				Returns: string;
			};
			create_connection: {
				Args: {
					p_client: string;
					p_host: string;
					p_kind: string;
					p_name: string;
					p_now: string;
					p_person: string;
					p_sites: string[];
				};
				Returns: string;
			};
			create_day: { Args: { p_day: string }; Returns: undefined };
			create_days: { Args: { p_now: string }; Returns: undefined };
			create_outbox_day: { Args: { p_day: string }; Returns: undefined };
			create_prompt: {
				Args: { p_content: Json; p_site: string };
				Returns: Record<string, unknown>;
			};
			create_visitor: {
				Args: { p_now: string; p_site: string; p_visitor: string };
				Returns: undefined;
			};
			create_workspace: { Args: { p_limit: number; p_name: string }; Returns: string };
			database_history: { Args: Record<PropertyKey, never>; Returns: string };
			decide: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_event: string;
					p_show: boolean;
				};
				Returns: Database['app']['CompositeTypes']['decision'];
				SetofOptions: {
					from: '*';
					to: 'decision';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			decide_batch: {
				Args: { p_calls: Database['app']['CompositeTypes']['call'][] };
				Returns: {
					event_id: string;
					prompt: number;
					reason: Database['app']['Enums']['reason'];
				}[];
			};
			decide_claim: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_display: string;
					p_waiting: Omit<
						Database['app']['Views']['event_details']['Row'],
						Database['app']['Views']['event_details']['ComputedFields']
					>;
				};
				Returns: Json;
			};
			decide_device: {
				Args: {
					p_address: string;
					p_approve: boolean;
					p_now: string;
					p_sites: string[];
					p_user_code: string;
				};
				Returns: string;
			};
			decide_due: { Args: { p_batch?: number; p_now?: string }; Returns: number };
			decision_reply: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_decided: Json;
					p_prompt: string;
					p_show: boolean;
				};
				Returns: Json;
			};
			decision_to_json: {
				Args: {
					p_decision: Database['app']['CompositeTypes']['decision'];
					p_display: string;
					p_due: string;
					p_site: string;
				};
				Returns: Json;
			};
			defer_flush: { Args: Record<PropertyKey, never>; Returns: undefined };
			deletable_relations: { Args: { p_column: string }; Returns: string[] };
			delete_due: { Args: { p_batch: number; p_now: string }; Returns: boolean };
			delete_expired: {
				Args: { p_batch: number; p_now: string; p_relation: string };
				Returns: boolean;
			};
			delete_expired_events: { Args: { p_batch: number; p_now: string }; Returns: boolean };
			delete_expired_of_visitors: {
				Args: { p_batch: number; p_now: string; p_relation: string };
				Returns: boolean;
			};
			delete_expired_subjects: { Args: { p_batch: number; p_now: string }; Returns: boolean };
			delete_expired_visitor: {
				Args: { p_now: string; p_site: string; p_subjects: string[]; p_visitor: string };
				Returns: boolean;
			};
			delete_person_rows: { Args: { p_person: string }; Returns: number };
			delete_piece_of_account: {
				Args: { p_batch: number; p_email: string; p_person: string };
				Returns: Record<string, unknown>;
			};
			delete_piece_of_prompt: {
				Args: { p_batch: number; p_keep_responses: boolean; p_prompt: string; p_site: string };
				Returns: Record<string, unknown>;
			};
			delete_piece_of_site: {
				Args: { p_batch: number; p_site: string };
				Returns: Record<string, unknown>;
			};
			delete_piece_of_workspace: {
				Args: { p_batch: number; p_workspace: string };
				Returns: Record<string, unknown>;
			};
			delete_some: {
				Args: {
					p_batch: number;
					p_id: string;
					p_other: string;
					p_relation: string;
					p_where: string;
				};
				Returns: number;
			};
			deny_authorization: {
				Args: { p_id: string; p_now: string };
				Returns: {
					redirect_uri: string;
					state: string;
				}[];
			};
			deny_destination: { Args: { p_request: string }; Returns: undefined };
			deny_grant: { Args: { p_request: string }; Returns: undefined };
			describe_budgets: {
				Args: { p_prompts: string[]; p_site: string };
				Returns: {
					budget: Json;
					prompt_id: string;
				}[];
			};
			describe_claimed: {
				Args: {
					p_delivery: Omit<
						Database['app']['Tables']['deliveries']['Row'],
						Database['app']['Tables']['deliveries']['ComputedFields']
					>;
					p_destination: Omit<
						Database['app']['Tables']['destinations']['Row'],
						Database['app']['Tables']['destinations']['ComputedFields']
					>;
					p_now: string;
				};
				Returns: Json;
			};
			describe_keys: {
				Args: { p_characters: number; p_documents: Json[]; p_keys: number; p_values: number };
				Returns: Json;
			};
			describe_message: {
				Args: {
					p_include_visitor: boolean;
					p_message: Omit<
						Database['app']['Tables']['outbox']['Row'],
						Database['app']['Tables']['outbox']['ComputedFields']
					>;
				};
				Returns: Json;
			};
			describe_prompt: {
				Args: { p_prompt: string; p_revision: number; p_site: string };
				Returns: Json;
			};
			describe_spent: { Args: { p_allowed: Json; p_spent: number }; Returns: Json };
			display_facts: {
				Args: {
					p_device: Json;
					p_now: string;
					p_session: string;
					p_settings: Json;
					p_site: string;
					p_subject: string;
					p_until: string;
				};
				Returns: Json;
			};
			display_history: {
				Args: { p_now: string; p_site: string; p_subject: string; p_surveys: Json };
				Returns: Json;
			};
			displayed_content: { Args: { display: string; site: string }; Returns: Json };
			distribute_messages: { Args: { p_limit?: number; p_now?: string }; Returns: number };
			draft_budget_facts: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_call: Database['app']['CompositeTypes']['call'];
				};
				Returns: Json;
			};
			drop_day: { Args: { p_now: string }; Returns: boolean };
			drop_outbox_day: { Args: { p_now: string }; Returns: boolean };
			drop_result_parts_at: {
				Args: { p_prompts: string[]; p_sites: string[]; p_times: string[] };
				Returns: undefined;
			};
			end_connection: {
				Args: { p_connection: string; p_given_back: boolean; p_now: string };
				Returns: undefined;
			};
			end_waiting: {
				Args: {
					p_event: string;
					p_now: string;
					p_reason: Database['app']['Enums']['reason'];
					p_site: number;
				};
				Returns: undefined;
			};
			epoch: { Args: { p_at: string }; Returns: number };
			erase_person: {
				Args: { p_account: string; p_hash: string; p_site: string; p_visitor: string };
				Returns: Json;
			};
			evaluate: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
					p_show: boolean;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			evaluate_replayed: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_limits: Json;
					p_past: Database['app']['CompositeTypes']['past_display'][];
					p_subject: string;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			explain: {
				Args: { p_event: string; p_facts: Json; p_prompt: string; p_show: boolean; p_site: string };
				Returns: Json;
			};
			explain_budget: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Json;
			};
			explain_call: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_prompt: string;
					p_show: boolean;
					p_until: string;
				};
				Returns: Json;
			};
			explain_conditions: {
				Args: { p_code: string; p_facts: Json; p_properties: string; p_rule: Json };
				Returns: Json;
			};
			explain_delay: { Args: { p_content: Json }; Returns: Json };
			explain_draft: {
				Args: { p_call: Database['app']['CompositeTypes']['call']; p_content: Json };
				Returns: Json;
			};
			explain_experiment: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_key: string;
				};
				Returns: Json;
			};
			explain_group: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Json;
			};
			explain_holdout: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
					p_show: boolean;
				};
				Returns: Json;
			};
			explain_limits: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Json;
			};
			explain_rules: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_content: Json;
					p_facts: Json;
					p_show: boolean;
				};
				Returns: Json;
			};
			explain_show: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_content: Json;
					p_prompt: string;
				};
				Returns: Json;
			};
			explain_trigger: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_facts: Json;
				};
				Returns: Json;
			};
			explained_rule: {
				Args: { p_code: string; p_facts?: Json; p_passed: boolean };
				Returns: Json;
			};
			export_person: {
				Args: { p_account: string; p_site: string; p_visitor: string };
				Returns: Json;
			};
			extrapolate_draft: {
				Args: {
					p_claimed: number;
					p_found: Database['app']['CompositeTypes']['replay'];
					p_share: number;
					p_shared: Json;
					p_waited: number;
				};
				Returns: Json;
			};
			extrapolate_portfolio: {
				Args: {
					p_claimed: number;
					p_draft: string;
					p_now: string;
					p_reserved: Json;
					p_share: number;
					p_shared: Json;
					p_site: string;
					p_sums: Json;
				};
				Returns: Json;
			};
			extrapolate_replay: {
				Args: {
					p_claimed: number;
					p_found: Database['app']['CompositeTypes']['replay'];
					p_share: number;
					p_waited: number;
				};
				Returns: Json;
			};
			filter_date: { Args: { p_now: string; p_value: Json }; Returns: Json };
			filter_path: { Args: { p_condition: Json }; Returns: unknown };
			filter_sql: {
				Args: {
					p_answers: string;
					p_at: string;
					p_condition: Json;
					p_context: string;
					p_traits: string;
				};
				Returns: string;
			};
			filter_vars: { Args: { p_condition: Json }; Returns: Json };
			find_authorization: {
				Args: { p_id: string; p_now: string };
				Returns: {
					asked: string[];
					challenge: string;
					client_host: string | null;
					client_id: string;
					client_kind: string;
					client_name: string;
					code_expires_at: string | null;
					code_hash: string | null;
					connection_id: string | null;
					created_at: string;
					decided_at: string | null;
					expires_at: string;
					granted: string[] | null;
					id: string;
					person_id: string | null;
					redirect_host: string;
					redirect_uri: string;
					resource: string;
					sites: string[] | null;
					state: string | null;
				};
				SetofOptions: {
					from: '*';
					to: 'authorization_requests';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			find_client: {
				Args: { p_client: string; p_now: string };
				Returns: {
					fresh: boolean;
					host: string;
					kind: string;
					name: string;
					redirect_uris: string[];
				}[];
			};
			find_confirmation: { Args: { p_now?: string; p_token_hash: string }; Returns: Json };
			find_deletable: {
				Args: { p_kind: string; p_site: string; p_target: string };
				Returns: Record<string, unknown>;
			};
			find_device: {
				Args: { p_address: string; p_now: string; p_user_code: string };
				Returns: Record<string, unknown>;
			};
			find_exhausted_bucket: {
				Args: { p_address: string; p_now: string; p_site: string; p_subject: string };
				Returns: Record<string, unknown>;
			};
			find_index_values: { Args: { p_trigger: Json }; Returns: Json };
			find_latest_visitor: { Args: { p_account: string; p_site: string }; Returns: string };
			find_request: {
				Args: {
					p_request: Omit<
						Database['app']['Tables']['grant_requests']['Row'],
						Database['app']['Tables']['grant_requests']['ComputedFields']
					>;
				};
				Returns: string;
			};
			find_row_after: {
				Args: {
					p_from: string;
					p_from_id: string;
					p_prompt: string;
					p_rows: number;
					p_site: string;
					p_to: string;
				};
				Returns: Record<string, unknown>;
			};
			find_subjects: {
				Args: { p_account: string; p_site: string; p_visitors: string[] };
				Returns: string[];
			};
			find_text_config: { Args: { p_language: string }; Returns: string };
			find_variant: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
				};
				Returns: string;
			};
			find_visitors: {
				Args: { p_account: string; p_site: string; p_visitor: string };
				Returns: string[];
			};
			find_waiting_event: {
				Args: { p_call: Database['app']['CompositeTypes']['call']; p_event: string };
				Returns: {
					at: string | null;
					bot: boolean;
					claimed_at: string | null;
					context: Json | null;
					id: string;
					name: string;
					prompt_id: string | null;
					proof_fault: string | null;
					properties: Json | null;
					reason: Database['app']['Enums']['reason'] | null;
					received_at: string;
					session_id: string;
					site_id: string;
					verified: Json | null;
					visitor_id: string;
				};
				SetofOptions: {
					from: '*';
					to: 'event_details';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			finish_confirmation: {
				Args: { p_confirmation: string; p_now?: string; p_site: string };
				Returns: undefined;
			};
			finish_decision: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_decision: Database['app']['CompositeTypes']['decision'];
					p_display: string;
					p_retry_after: number;
				};
				Returns: Json;
			};
			finish_destination_rotation: {
				Args: { p_destination: string; p_site: string };
				Returns: undefined;
			};
			finish_pause_notice: { Args: { p_destination: string; p_site: string }; Returns: undefined };
			finish_site_key_notice: { Args: { p_key: string; p_site: string }; Returns: undefined };
			forecast: {
				Args: {
					p_before?: Json;
					p_content: Json;
					p_days: number;
					p_now: string;
					p_sample: number;
					p_site: string;
				};
				Returns: Json;
			};
			forecast_portfolio: {
				Args: {
					p_before?: Json;
					p_content: Json;
					p_days: number;
					p_now: string;
					p_sample: number;
					p_site: string;
				};
				Returns: Json;
			};
			format_instant: { Args: { p_at: string }; Returns: string };
			grant_with_consent: {
				Args: {
					p_actions: string[];
					p_connection: string;
					p_now: string;
					p_person: string;
					p_sites: string[];
				};
				Returns: undefined;
			};
			granted_site_keys: { Args: { p_action: string }; Returns: number[] };
			granted_sites: { Args: { p_action: string }; Returns: string[] };
			granted_workspaces: { Args: { p_action: string }; Returns: string[] };
			group_facts: {
				Args: { p_needed: Json; p_site: string; p_traits: Json; p_until: string };
				Returns: Json;
			};
			group_hash: { Args: { p_trait: string; p_traits: Json }; Returns: string };
			has_answer: { Args: { p_answers: Json }; Returns: boolean };
			has_destination: { Args: { p_site: string; p_type: string }; Returns: boolean };
			has_due_messages: { Args: { p_now: string }; Returns: boolean };
			has_due_notices: { Args: { p_now: string }; Returns: boolean };
			has_hot_budget: { Args: Record<PropertyKey, never>; Returns: boolean };
			has_shared_limits: {
				Args: {
					p_budgets: Database['app']['CompositeTypes']['replayed_budget'][];
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
				};
				Returns: boolean;
			};
			hash_filter: { Args: { p_filter: Json }; Returns: string };
			id_from: { Args: { p_at: string }; Returns: string };
			id_time: { Args: { p_id: string }; Returns: string };
			identify: { Args: { request_context: Json }; Returns: Json };
			identify_from_backend: {
				Args: { account: string; at: string; site: string; traits: Json };
				Returns: number;
			};
			identify_visitor: {
				Args: { p_identify: Json; p_now: string; p_site: string; p_visitor: string };
				Returns: undefined;
			};
			insert_events: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_events: Json;
					p_rejections: string[];
				};
				Returns: Record<string, unknown>;
			};
			is_asked_too_often: {
				Args: { p_address: string; p_destination: string; p_now: string; p_site: string };
				Returns: boolean;
			};
			is_claim_withdrawn: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_subject: string;
					p_until: string;
				};
				Returns: boolean;
			};
			is_confirmed: {
				Args: {
					p_recipient: Omit<
						Database['app']['Tables']['destination_recipients']['Row'],
						Database['app']['Tables']['destination_recipients']['ComputedFields']
					>;
				};
				Returns: boolean;
			};
			is_consumption_due: { Args: Record<PropertyKey, never>; Returns: boolean };
			is_diagnostic_key: { Args: { p_hash: string }; Returns: boolean };
			is_group_taken: {
				Args: { p_at: string; p_days: number; p_group: string; p_groups: Json };
				Returns: boolean;
			};
			is_leaving: { Args: { p_person: string }; Returns: boolean };
			is_live: {
				Args: {
					c: Omit<
						Database['app']['Tables']['connections']['Row'],
						Database['app']['Tables']['connections']['ComputedFields']
					>;
				};
				Returns: boolean;
			};
			is_prefilterable: { Args: { p_condition: Json }; Returns: boolean };
			is_proven: { Args: { p_call: Database['app']['CompositeTypes']['call'] }; Returns: boolean };
			is_visitor_current: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: boolean;
			};
			is_withdrawn: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_event: string;
					p_received_at: string;
					p_subject: string;
					p_until: string;
				};
				Returns: boolean;
			};
			issue_tokens: {
				Args: {
					p_access: string;
					p_connection: string;
					p_family: string;
					p_now: string;
					p_refresh: string;
					p_resource: string;
				};
				Returns: string;
			};
			join_context: {
				Args: { p_device: unknown; p_languages: string; p_path: string };
				Returns: Json;
			};
			keep_context: { Args: { p_context: Json }; Returns: Json };
			keep_waiting: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_decision: Database['app']['CompositeTypes']['decision'];
					p_unless: boolean;
				};
				Returns: undefined;
			};
			language_ranges: { Args: { p_tag: string }; Returns: Json };
			leaf_conditions: { Args: { p_rule: Json }; Returns: Json[] };
			limit_open_requests: {
				Args: {
					p_request: Omit<
						Database['app']['Tables']['grant_requests']['Row'],
						Database['app']['Tables']['grant_requests']['ComputedFields']
					>;
				};
				Returns: undefined;
			};
			list_asked_questions: { Args: { p_content: Json }; Returns: Json[] };
			list_audience_uses: {
				Args: { p_audience: string; p_site: string };
				Returns: {
					latest_revision: number;
					latest_version: number;
					name: string;
					prompt_id: string;
					published_revision: number;
					published_version: number;
					state: string;
					survey_id: string;
				}[];
			};
			list_charges: { Args: { p_budget: Json; p_now: string; p_settings: Json }; Returns: Json };
			list_ci_tokens: {
				Args: { p_before: string; p_limit: number; p_workspace: string };
				Returns: {
					actions: Json;
					created_at: string;
					created_by: string;
					expires_at: string;
					id: string;
					last_used_at: string;
					name: string;
					sites: Json;
				}[];
			};
			list_counters: { Args: { p_budget: Json }; Returns: string[] };
			list_days: {
				Args: Record<PropertyKey, never>;
				Returns: {
					day: string;
					partition: unknown;
				}[];
			};
			list_needed_facts: { Args: { p_audience: Json; p_where: Json }; Returns: Json };
			list_occurrences: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_content: Json;
				};
				Returns: Json;
			};
			list_question_types: { Args: { p_kinds: string[] }; Returns: string[] };
			list_recipients: { Args: { p_destination: string; p_site: string }; Returns: Json };
			list_sealed_otherwise: {
				Args: { p_after?: string; p_limit?: number; p_sealing_key: string };
				Returns: {
					id: string;
					place: string;
					position: string;
					sealed: string;
					site_id: string;
					use: string;
				}[];
			};
			list_texts: {
				Args: { p_answers: Json; p_content: Json; p_variant: string };
				Returns: {
					question_id: string;
					text: string;
				}[];
			};
			list_workspaces_without_other_owner: {
				Args: Record<PropertyKey, never>;
				Returns: {
					id: string;
					name: string;
				}[];
			};
			listed_displays: {
				Args: {
					k: Database['app']['CompositeTypes']['portfolio_candidate'];
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_reason: Database['app']['Enums']['reason'];
					p_world: number;
				};
				Returns: Database['app']['CompositeTypes']['replayed_display'][];
			};
			live_connection: {
				Args: Record<PropertyKey, never>;
				Returns: {
					client_id: string | null;
					created_at: string;
					expires_at: string | null;
					host: string | null;
					id: string;
					kind: string;
					last_used_at: string | null;
					name: string;
					person_id: string;
					revoked_at: string | null;
				}[];
				SetofOptions: {
					from: '*';
					to: 'connections';
					isOneToOne: false;
					isSetofReturn: true;
				};
			};
			live_grants: {
				Args: { p_action: string };
				Returns: {
					action: string;
					approved_at: string;
					approved_by: string;
					combination: boolean;
					connection_id: string;
					consumed_at: string | null;
					consumed_by: string | null;
					expires_at: string;
					given_back: boolean;
					id: string;
					mode: string;
					prompt_id: string | null;
					request_id: string | null;
					revision: number | null;
					revoked_at: string | null;
					sha256: string | null;
					site_id: string | null;
					workspace_id: string;
				}[];
				SetofOptions: {
					from: '*';
					to: 'grants';
					isOneToOne: false;
					isSetofReturn: true;
				};
			};
			load_call: {
				Args: {
					p_event: string;
					p_name: string;
					p_now: string;
					p_properties: Json;
					p_request_context: Json;
					p_session: string;
					p_verified: Json;
				};
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: '*';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			load_call_facts: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_facts: Json;
					p_needed: Json;
					p_until: string;
				};
				Returns: Json;
			};
			load_facts: {
				Args: {
					p_device: Json;
					p_event: string;
					p_event_name: string;
					p_facts: Json;
					p_needed: Json;
					p_now: string;
					p_session: string;
					p_settings: Json;
					p_site: string;
					p_subject: string;
					p_until: string;
				};
				Returns: Json;
			};
			load_replayed_facts: {
				Args: {
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_needed: Json;
					p_site: string;
					p_subject: string;
				};
				Returns: Json;
			};
			load_site: { Args: { site_id: string }; Returns: Json };
			lock_confirmations: { Args: Record<PropertyKey, never>; Returns: undefined };
			lock_destination_request: {
				Args: { p_request: string };
				Returns: {
					connection_id: string;
					created_at: string;
					creates: boolean;
					decided_at: string | null;
					destination_id: string;
					expires_at: string;
					id: string;
					person_id: string;
					sealed_url: string | null;
					settings: NonNullable<Json>;
					sha256: string;
					site_id: string;
					state: string;
					workspace_id: string;
				};
				SetofOptions: {
					from: '*';
					to: 'destination_requests';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			lock_memberships: { Args: { p_person: string }; Returns: undefined };
			lock_request: {
				Args: { p_request: string };
				Returns: {
					action: string;
					connection_id: string;
					created_at: string;
					decided_at: string | null;
					expires_at: string;
					id: string;
					person_id: string;
					prompt_id: string | null;
					revision: number | null;
					sha256: string | null;
					site_id: string | null;
					state: string;
					workspace_id: string;
				};
				SetofOptions: {
					from: '*';
					to: 'grant_requests';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			lock_subject: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Record<string, unknown>;
			};
			maintain: { Args: { p_batch?: number; p_now?: string; p_step?: string }; Returns: string };
			make_call: {
				Args: {
					p_account: string;
					p_event_id: string;
					p_first_seen_at: string;
					p_has_exhausted: boolean;
					p_last_seen_at: string;
					p_name: string;
					p_now: string;
					p_prompts: string[];
					p_properties: Json;
					p_registered: boolean;
					p_request_context: Json;
					p_reset_at: string;
					p_sample_key: string;
					p_session_id: string;
					p_settings: Json;
					p_site: number;
					p_site_id: string;
					p_subject_id: string;
					p_top_candidate: number;
					p_traits: Json;
					p_verified: Json;
					p_visitor: number;
					p_visitor_id: string;
				};
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: '*';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			make_destination_due: { Args: { p_destination: string; p_site: string }; Returns: undefined };
			mark_result_parts: { Args: { p_batch: number; p_now: string }; Returns: boolean };
			matches_trigger: {
				Args: {
					p_event: Omit<
						Database['app']['Tables']['events']['Row'],
						Database['app']['Tables']['events']['ComputedFields']
					>;
					p_needed: Json;
				};
				Returns: boolean;
			};
			may_fetch_document: {
				Args: { p_address: string; p_host: string; p_now: string };
				Returns: boolean;
			};
			may_have_read: { Args: { p_site: string }; Returns: boolean };
			measure_deliveries: { Args: { p_now?: string }; Returns: Record<string, unknown> };
			meets_condition: {
				Args: {
					p_answers: Json;
					p_context: Json;
					p_now: string;
					p_path: unknown;
					p_traits: Json;
					p_vars: Json;
				};
				Returns: boolean;
			};
			merge_needed_facts: { Args: { p_all: Json; p_needed: Json }; Returns: Json };
			merge_subjects: {
				Args: { p_from: string; p_site: string; p_to: string };
				Returns: undefined;
			};
			merge_traits: { Args: { p_new: Json; p_old: Json }; Returns: Json };
			milliseconds: { Args: { p_at: string }; Returns: number };
			mint_id: { Args: { p_at?: string }; Returns: string };
			mint_site_id: { Args: Record<PropertyKey, never>; Returns: string };
			name_invited_person: { Args: { p_secret_hash: string }; Returns: undefined };
			name_of: { Args: { p_email: string; p_person: string }; Returns: string };
			new_destination_secret: { Args: { p_destination: string; p_site: string }; Returns: string };
			next_call: {
				Args: { p_from: string; p_site: string; p_subject: string; p_until: string };
				Returns: string;
			};
			next_digest: { Args: { p_after: string; p_schedule: Json }; Returns: string };
			next_worker_call: {
				Args: { p_now?: string };
				Returns: {
					headers: Json;
					url: string;
				}[];
			};
			note_hot_budget: { Args: Record<PropertyKey, never>; Returns: undefined };
			note_last_display: {
				Args: {
					p_budget: Json;
					p_charges: Json;
					p_now: string;
					p_prompt: string;
					p_settings: Json;
					p_site: string;
				};
				Returns: undefined;
			};
			note_reached: {
				Args: {
					p_allowed: number;
					p_budget: string;
					p_every: string;
					p_from: string;
					p_now: string;
					p_prompt: string;
					p_site: string;
				};
				Returns: undefined;
			};
			observed_claims: {
				Args: {
					p_from: string;
					p_now: string;
					p_prompt: string;
					p_site: string;
					p_subjects: number;
				};
				Returns: {
					claimed: number;
					waited: number;
				}[];
			};
			open_authorization: {
				Args: { p_id: string; p_now: string };
				Returns: {
					asked: string[];
					client_host: string;
					client_kind: string;
					client_name: string;
					created_at: string;
					expires_at: string;
					redirect_host: string;
					redirect_uri: string;
					resource: string;
				}[];
			};
			open_budget: {
				Args: { p_before: Json; p_budget: Json; p_prompt: string; p_site: string };
				Returns: undefined;
			};
			open_device: {
				Args: { p_address: string; p_now: string; p_user_code: string };
				Returns: {
					created_at: string;
					device_name: string;
					expires_at: string;
					limited: boolean;
					region: string;
					resource: string;
					same_address: boolean;
				}[];
			};
			open_period: {
				Args: { p_now: string; p_period: string; p_prompt: string; p_site: string; p_zone: string };
				Returns: undefined;
			};
			open_result_link: { Args: { p_hash: string; p_now: string }; Returns: Json };
			open_site_key: { Args: { at: string; hash: string; origin: string }; Returns: Json };
			paced_allowance: { Args: { p_displays: number; p_share: number }; Returns: number };
			parse_dates: { Args: { p_keys: Json; p_values: Json }; Returns: Json };
			parse_instant: { Args: { p_text: string }; Returns: number };
			part_without_context: { Args: { p_is_certain?: boolean; p_rule: Json }; Returns: Json };
			pause: { Args: { p_prompt: string; p_site: string }; Returns: undefined };
			period_at: {
				Args: { p_now: string; p_period: string; p_zone: string };
				Returns: Record<string, unknown>;
			};
			person_email: { Args: Record<PropertyKey, never>; Returns: string };
			person_id: { Args: Record<PropertyKey, never>; Returns: string };
			poll: { Args: { display: string; request: string; request_context: Json }; Returns: Json };
			portfolio_candidates: {
				Args: { p_content: Json; p_from: string; p_now: string; p_site: string };
				Returns: Database['app']['CompositeTypes']['portfolio_candidate'][];
				SetofOptions: {
					from: '*';
					to: 'portfolio_candidate';
					isOneToOne: false;
					isSetofReturn: true;
				};
			};
			portfolio_display: {
				Args: {
					k: Database['app']['CompositeTypes']['portfolio_candidate'];
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_outcome: Json;
				};
				Returns: Database['app']['CompositeTypes']['past_display'];
				SetofOptions: {
					from: '*';
					to: 'past_display';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			portfolio_facts: {
				Args: {
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
					p_limits: Json;
					p_past: Database['app']['CompositeTypes']['past_display'][];
					p_surveys: Json;
				};
				Returns: Json;
			};
			portfolio_rows: {
				Args: {
					p_backend: boolean;
					p_from: string;
					p_high: number;
					p_low: number;
					p_names: string[];
					p_now: string;
					p_site: string;
				};
				Returns: {
					answered_at: string;
					at: string;
					backend: boolean;
					claimed_at: string;
					dismissed_at: string;
					event_id: string;
					facts: Json;
					hash: number;
					is_released: boolean;
					joined_at: string;
					kind: number;
					name: string;
					prompt_id: string;
					session_id: string;
					subject_id: string;
					survey_id: string;
					visitor_id: string;
				}[];
			};
			prefilterable_part: { Args: { p_rule: Json }; Returns: Json };
			prepare_deliveries: { Args: { p_now?: string }; Returns: number };
			preview: {
				Args: {
					at: string;
					event: Json;
					prompt: string;
					proof_account: string;
					request_context: Json;
					revision: number;
					session: string;
					survey: string;
					verified: Json;
				};
				Returns: Json;
			};
			pseudonym_of: { Args: { p_person: string }; Returns: string };
			publish: {
				Args: { p_prompt: string; p_revision: number; p_sha256: string; p_site: string };
				Returns: undefined;
			};
			published_budget: { Args: { p_prompt: string; p_site: string }; Returns: Json };
			read_digest: {
				Args: { p_destination: string; p_since: string; p_site: string; p_until: string };
				Returns: Json;
			};
			read_instance_settings: { Args: Record<PropertyKey, never>; Returns: Json };
			read_operator_settings: { Args: Record<PropertyKey, never>; Returns: Json };
			read_visitor_version: {
				Args: { p_now: string; p_site: string; p_visitor: string };
				Returns: {
					first_seen_at: string;
					identified: boolean;
					sample_key: string;
					site_id: string;
					subject_id: string;
					traits: NonNullable<Json>;
					until: string;
					visitor_id: string;
				};
				SetofOptions: {
					from: '*';
					to: 'visitor_versions';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			rebuild_call: {
				Args: {
					p_event: Omit<
						Database['app']['Views']['event_details']['Row'],
						Database['app']['Views']['event_details']['ComputedFields']
					>;
					p_now: string;
					p_site: string;
					p_visitor: string;
				};
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: '*';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			received_claim: {
				Args: { p_claim: Database['app']['CompositeTypes']['pending_claim'] };
				Returns: Database['app']['CompositeTypes']['pending_claim'];
				SetofOptions: {
					from: 'app.pending_claim';
					to: 'pending_claim';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			receives_message: {
				Args: {
					p_context: Json;
					p_destination: Omit<
						Database['app']['Tables']['destinations']['Row'],
						Database['app']['Tables']['destinations']['ComputedFields']
					>;
					p_message: Omit<
						Database['app']['Tables']['outbox']['Row'],
						Database['app']['Tables']['outbox']['ComputedFields']
					>;
					p_traits: Json;
				};
				Returns: boolean;
			};
			record: { Args: { events: Json; request_context: Json }; Returns: Record<string, unknown> };
			record_action: {
				Args: { p_did: string; p_site: string; p_subject: string; p_workspace: string };
				Returns: undefined;
			};
			record_as_member: {
				Args: { p_did: string; p_site: string; p_subject: string; p_workspace: string };
				Returns: undefined;
			};
			record_attempt: {
				Args: {
					p_attempt: Json;
					p_destination: string;
					p_lease: string;
					p_message: string;
					p_now?: string;
					p_site: string;
				};
				Returns: Json;
			};
			record_attempts: { Args: { p_attempts: Json; p_now?: string }; Returns: Json[] };
			record_connection_approval: {
				Args: { p_did: string; p_sites: string[]; p_who: string };
				Returns: undefined;
			};
			record_dropped_events: {
				Args: { p_dropped: Json; p_now: string; p_site: string };
				Returns: undefined;
			};
			record_email: { Args: Record<PropertyKey, never>; Returns: undefined };
			record_event_name: {
				Args: { p_name: string; p_now: string; p_site: string };
				Returns: undefined;
			};
			record_key_use: {
				Args: { p_kids: string[]; p_now: string; p_site: string };
				Returns: undefined;
			};
			record_lost_access: {
				Args: {
					p_actions: string[];
					p_connection: Omit<
						Database['app']['Tables']['connections']['Row'],
						Database['app']['Tables']['connections']['ComputedFields']
					>;
					p_lost_sites: boolean;
					p_member: Omit<
						Database['app']['Tables']['members']['Row'],
						Database['app']['Tables']['members']['ComputedFields']
					>;
					p_why: string;
				};
				Returns: undefined;
			};
			redeem_code: {
				Args: {
					p_access: string;
					p_challenge: string;
					p_client: string;
					p_code: string;
					p_now: string;
					p_redirect_uri: string;
					p_refresh: string;
					p_resource: string;
				};
				Returns: Database['app']['CompositeTypes']['token_result'];
				SetofOptions: {
					from: '*';
					to: 'token_result';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			redeem_device: {
				Args: {
					p_access: string;
					p_client: string;
					p_device: string;
					p_name: string;
					p_now: string;
					p_refresh: string;
					p_resource: string;
				};
				Returns: Database['app']['CompositeTypes']['token_result'];
				SetofOptions: {
					from: '*';
					to: 'token_result';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			redeliver_message: {
				Args: { p_destination: string; p_message: string; p_site: string };
				Returns: undefined;
			};
			redeliver_messages: {
				Args: {
					p_delivered: boolean;
					p_destination: string;
					p_limit?: number;
					p_since: string;
					p_site: string;
					p_until: string;
				};
				Returns: Record<string, unknown>;
			};
			refilled_tokens: {
				Args: {
					k: Omit<
						Database['app']['Tables']['buckets']['Row'],
						Database['app']['Tables']['buckets']['ComputedFields']
					>;
					p_now: string;
				};
				Returns: number;
			};
			refresh_event_names: { Args: { p_names: string[]; p_site: string }; Returns: undefined };
			register_client: {
				Args: {
					p_address: string;
					p_client: string;
					p_name: string;
					p_now: string;
					p_redirect_uris: string[];
				};
				Returns: boolean;
			};
			release_lost_reservation: {
				Args: { p_now: string; p_origin: string; p_site: string; p_visitor: string };
				Returns: undefined;
			};
			reload_call: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: 'app.call';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			renew_tokens: {
				Args: {
					p_access: string;
					p_client: string;
					p_now: string;
					p_old: string;
					p_refresh: string;
					p_resource: string;
				};
				Returns: Database['app']['CompositeTypes']['token_result'];
				SetofOptions: {
					from: '*';
					to: 'token_result';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			repeat_decision: {
				Args: { p_event: string; p_site: string; p_visitor: string };
				Returns: Json;
			};
			replace_sealed: {
				Args: {
					p_id: string;
					p_place: string;
					p_replacement: string;
					p_sealed: string;
					p_site: string;
				};
				Returns: boolean;
			};
			replay_portfolio: {
				Args: {
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
					p_claimed: number;
					p_draft: number;
					p_draft_names: string[];
					p_from: string;
					p_high: number;
					p_lists_displays: boolean;
					p_low: number;
					p_now: string;
					p_shared: Database['app']['CompositeTypes']['shared_limits'][];
					p_site: string;
					p_within: string;
				};
				Returns: Database['app']['CompositeTypes']['portfolio_replay'];
				SetofOptions: {
					from: '*';
					to: 'portfolio_replay';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			replay_range: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_claimed: number;
					p_from: string;
					p_high: number;
					p_low: number;
					p_names: string[];
					p_now: string;
					p_within: string;
				};
				Returns: Database['app']['CompositeTypes']['replay'];
				SetofOptions: {
					from: '*';
					to: 'replay';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			replay_shared_limits: {
				Args: {
					p_budgets: Database['app']['CompositeTypes']['replayed_budget'][];
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
					p_displays: Database['app']['CompositeTypes']['replayed_display'][];
					p_from: string;
					p_places: number;
					p_share: number;
					p_zone: string;
				};
				Returns: Database['app']['CompositeTypes']['shared_limits'][];
			};
			replay_world: {
				Args: {
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
					p_claimed: number;
					p_draft: number;
					p_events: Database['app']['CompositeTypes']['portfolio_event'][];
					p_limits: Json;
					p_now: string;
					p_past: Database['app']['CompositeTypes']['past_display'][];
					p_shared: Database['app']['CompositeTypes']['shared_limits'][];
					p_subject: string;
					p_surveys: Json;
					p_world: number;
				};
				Returns: Database['app']['CompositeTypes']['world_replay'];
				SetofOptions: {
					from: '*';
					to: 'world_replay';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			replayed_budgets: {
				Args: {
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
					p_from: string;
					p_site: string;
				};
				Returns: Database['app']['CompositeTypes']['replayed_budget'][];
				SetofOptions: {
					from: '*';
					to: 'replayed_budget';
					isOneToOne: false;
					isSetofReturn: true;
				};
			};
			replayed_display: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_answers: Json;
					p_claim: Database['app']['CompositeTypes']['pending_claim'];
				};
				Returns: Database['app']['CompositeTypes']['past_display'];
				SetofOptions: {
					from: '*';
					to: 'past_display';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			replayed_history: {
				Args: {
					p_at: string;
					p_past: Database['app']['CompositeTypes']['past_display'][];
					p_surveys: Json;
				};
				Returns: Json;
			};
			replayed_limits: {
				Args: {
					p_at: string;
					p_joined: string;
					p_limits: Json;
					p_past: Database['app']['CompositeTypes']['past_display'][];
					p_prompt: string;
					p_session: string;
					p_visitor: string;
				};
				Returns: Json;
			};
			replayed_rows: {
				Args: {
					p_from: string;
					p_high: number;
					p_low: number;
					p_names: string[];
					p_now: string;
					p_own: string;
					p_site: string;
				};
				Returns: {
					answered_at: string;
					at: string;
					dismissed_at: string;
					event_id: string;
					facts: Json;
					hash: number;
					joined_at: string;
					kind: number;
					name: string;
					priority: number;
					published_at: string;
					reason: Database['app']['Enums']['reason'];
					rival: string;
					rival_respects: boolean;
					rival_waits: boolean;
					session_id: string;
					subject_id: string;
					survey_id: string;
					visitor_id: string;
				}[];
			};
			report: {
				Args: {
					at: string;
					display: string;
					event: string;
					name: string;
					proof: Json;
					properties: Json;
					request_context: Json;
					session: string;
					site: string;
					verified: Json;
					visitor: string;
				};
				Returns: Record<string, unknown>;
			};
			report_batch: {
				Args: { p_reports: Json };
				Returns: {
					consumes: boolean;
					n: number;
					now: number;
					reason: Database['app']['Enums']['reason'];
				}[];
			};
			report_from_backend: {
				Args: {
					account: string;
					at: string;
					event: string;
					name: string;
					properties: Json;
					site: string;
				};
				Returns: Record<string, unknown>;
			};
			request_destination: {
				Args: {
					p_creates: boolean;
					p_destination: string;
					p_sealed_url: string;
					p_settings: Json;
					p_sha256: string;
					p_site: string;
				};
				Returns: string;
			};
			request_grant: {
				Args: {
					p_action: string;
					p_prompt: string;
					p_revision: number;
					p_site: string;
					p_workspace: string;
				};
				Returns: string;
			};
			require_approver_role: {
				Args: { p_action: string; p_person: string; p_workspace: string };
				Returns: undefined;
			};
			require_chosen_sites: {
				Args: { p_actions: string[]; p_sites: string[] };
				Returns: undefined;
			};
			require_destination: { Args: { p_destination: string; p_site: string }; Returns: undefined };
			require_live_session: { Args: { p_person: string; p_session: string }; Returns: undefined };
			require_recent_sign_in: { Args: { p_now?: string }; Returns: undefined };
			require_response_access: { Args: { p_site: string }; Returns: undefined };
			require_role: { Args: { p_min_role: string; p_site: string }; Returns: undefined };
			require_site_access: { Args: { p_site: string }; Returns: undefined };
			required_role: { Args: { p_action: string }; Returns: string };
			resend_confirmation: {
				Args: { p_address: string; p_destination: string; p_now?: string; p_site: string };
				Returns: undefined;
			};
			reserve: {
				Args: {
					p_call: Database['app']['CompositeTypes']['call'];
					p_decision: Database['app']['CompositeTypes']['decision'];
					p_display: string;
					p_due: boolean;
					p_event: string;
					p_show: boolean;
				};
				Returns: Database['app']['CompositeTypes']['decision'];
				SetofOptions: {
					from: '*';
					to: 'decision';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			reset: { Args: { request_context: Json }; Returns: Json };
			resolve_token: {
				Args: { p_hash: string; p_resource: string };
				Returns: {
					connection_id: string;
					person_id: string;
				}[];
			};
			restamp_imported: { Args: { p_batch: number }; Returns: boolean };
			restrict_connection: {
				Args: {
					p_connection: Omit<
						Database['app']['Tables']['connections']['Row'],
						Database['app']['Tables']['connections']['ComputedFields']
					>;
					p_member: Omit<
						Database['app']['Tables']['members']['Row'],
						Database['app']['Tables']['members']['ComputedFields']
					>;
					p_role: string;
				};
				Returns: Record<string, unknown>;
			};
			resume: { Args: { p_prompt: string; p_site: string }; Returns: undefined };
			retention_rules: {
				Args: Record<PropertyKey, never>;
				Returns: {
					expired: string;
					relation: string;
				}[];
			};
			retry_at: {
				Args: { p_attempts: number; p_now: string; p_retry_after: number };
				Returns: string;
			};
			revision_sha256: {
				Args: { p_prompt: string; p_revision: number; p_site: string };
				Returns: string;
			};
			revoke_ci_token: { Args: { p_connection: string; p_workspace: string }; Returns: string };
			revoke_connection: { Args: { p_connection: string }; Returns: undefined };
			revoke_grant: { Args: { p_grant: string }; Returns: undefined };
			revoke_token: {
				Args: { p_client: string; p_hash: string; p_now: string };
				Returns: undefined;
			};
			roles_at_least: { Args: { p_min_role: string }; Returns: string[] };
			rotate_destination_secret: {
				Args: { p_destination: string; p_sealed_secret: string; p_site: string };
				Returns: string;
			};
			sample_position: { Args: { p_key: string; p_prompt: string }; Returns: number };
			sample_properties: {
				Args: {
					p_characters: number;
					p_keys: number;
					p_name: string;
					p_sample: number;
					p_scan: number;
					p_site: string;
					p_values: number;
				};
				Returns: Json;
			};
			sample_traits: {
				Args: {
					p_characters: number;
					p_keys: number;
					p_sample: number;
					p_site: string;
					p_values: number;
				};
				Returns: Json;
			};
			save_audience_version: {
				Args: { p_audience: string; p_rule: Json; p_site: string };
				Returns: number;
			};
			save_revision: {
				Args: { p_content: Json; p_prompt: string; p_site: string };
				Returns: Record<string, unknown>;
			};
			save_working_copy: {
				Args: { p_base: number; p_content: Json; p_etag: string; p_prompt: string; p_site: string };
				Returns: {
					etag: string;
					updated_at: string;
				}[];
			};
			schedule_account_deletion: { Args: { p_now: string }; Returns: string };
			schedule_deletion: {
				Args: {
					p_keep_responses: boolean;
					p_kind: string;
					p_now: string;
					p_site: string;
					p_target: string;
				};
				Returns: {
					deleted: NonNullable<Json>;
					due_at: string;
					finished_at: string | null;
					id: string;
					keep_responses: boolean;
					kind: string;
					name: string;
					requested_at: string;
					requested_by: string;
					site_id: string | null;
					target_id: string;
					undone_at: string | null;
					workspace_id: string | null;
				};
				SetofOptions: {
					from: '*';
					to: 'deletions';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			schedule_worker_calls: { Args: { p_token: string; p_url: string }; Returns: string };
			search_query: { Args: { p_words: string }; Returns: unknown };
			search_text_answers: {
				Args: { p_site: string; p_words: string };
				Returns: {
					display_id: string;
					question_id: string;
				}[];
			};
			segment_sql: {
				Args: { p_answers: string; p_at: string; p_filter: Json; p_row: string };
				Returns: string;
			};
			set_display_state: {
				Args: { at: string; display: string; reason: string; site: string; state: string };
				Returns: Json;
			};
			set_index_values: {
				Args: { p_names: string[]; p_prompt: string; p_site: string; p_values: Json };
				Returns: undefined;
			};
			set_prompt_state: {
				Args: { p_prompt: string; p_revision: number; p_site: string; p_state: string };
				Returns: undefined;
			};
			shared_at: { Args: { p_place: number; p_places: number; p_world: number }; Returns: number };
			shared_displays: {
				Args: {
					p_candidates: Database['app']['CompositeTypes']['portfolio_candidate'][];
					p_shared: Database['app']['CompositeTypes']['shared_limits'][];
				};
				Returns: Json;
			};
			show: {
				Args: { display: string; request: string; request_context: Json; survey_id: string };
				Returns: Json;
			};
			signed_in_at: { Args: Record<PropertyKey, never>; Returns: string };
			simulate_identify: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: 'app.call';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			site_keys_for: { Args: { p_min_role: string }; Returns: number[] };
			site_limits: { Args: { p_settings: Json }; Returns: Json };
			site_time_zone: { Args: { p_site: string }; Returns: string };
			sites_for: { Args: { p_min_role: string }; Returns: string[] };
			spend_budgets: {
				Args: {
					p_budget: Json;
					p_charges: Json;
					p_now: string;
					p_prompt: string;
					p_settings: Json;
					p_site: string;
				};
				Returns: Database['app']['Enums']['reason'];
			};
			spent_earlier: {
				Args: {
					p_from: string;
					p_period: string;
					p_prompt: string;
					p_site: string;
					p_zone: string;
				};
				Returns: {
					announced: number | null;
					displays: number;
					period: string;
					prompt_id: string;
					responses: number;
					site_id: string;
					starts_on: string;
				};
				SetofOptions: {
					from: '*';
					to: 'budget_periods';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			spent_until: {
				Args: {
					p_period: string;
					p_prompt: string;
					p_site: string;
					p_starts_on: string;
					p_until: string;
				};
				Returns: Record<string, unknown>;
			};
			start_digests: { Args: { p_now?: string }; Returns: number };
			store_answers: {
				Args: {
					answers: Json;
					at: string;
					display: string;
					final: boolean;
					seq: number;
					site: string;
				};
				Returns: Json;
			};
			store_client_document: {
				Args: {
					p_client: string;
					p_fresh_until: string;
					p_host: string;
					p_name: string;
					p_now: string;
					p_redirect_uris: string[];
				};
				Returns: undefined;
			};
			store_reply: { Args: { p_key: string; p_reply: Json }; Returns: undefined };
			store_worker_call: { Args: { p_token: string; p_url: string }; Returns: undefined };
			stored_secrets: {
				Args: Record<PropertyKey, never>;
				Returns: {
					id: string;
					place: string;
					sealed: string;
					site_id: string;
					use: string;
				}[];
			};
			sum_error: {
				Args: { p_claimed: number; p_sampled: number; p_share: number; p_squares: number };
				Returns: number;
			};
			sum_figures: { Args: { p_figures: Json }; Returns: Json };
			test_destination: {
				Args: { p_destination: string; p_sample: Json; p_site: string; p_type: string };
				Returns: string;
			};
			test_rules: {
				Args: {
					p_account: string;
					p_content: Json;
					p_name: string;
					p_now: string;
					p_properties: Json;
					p_site: string;
					p_verified: boolean;
					p_visitor: string;
				};
				Returns: Json;
			};
			text_configs: { Args: Record<PropertyKey, never>; Returns: Json };
			throttle: {
				Args: {
					p_address: string;
					p_consumes: boolean;
					p_has_exhausted: boolean;
					p_now: string;
					p_site: string;
					p_subject: string;
				};
				Returns: number;
			};
			throttle_call: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: number;
			};
			truncate_position: { Args: { p_at: number }; Returns: number };
			undo_account_deletion: { Args: { p_now: string }; Returns: string };
			undo_deletion: {
				Args: { p_id: string; p_now: string };
				Returns: {
					deleted: NonNullable<Json>;
					due_at: string;
					finished_at: string | null;
					id: string;
					keep_responses: boolean;
					kind: string;
					name: string;
					requested_at: string;
					requested_by: string;
					site_id: string | null;
					target_id: string;
					undone_at: string | null;
					workspace_id: string | null;
				};
				SetofOptions: {
					from: '*';
					to: 'deletions';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			unsubscribe: {
				Args: { p_address: string; p_destination: string; p_now?: string; p_site: string };
				Returns: boolean;
			};
			update_last_seen: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: undefined;
			};
			update_visitor: {
				Args: { p_call: Database['app']['CompositeTypes']['call'] };
				Returns: Database['app']['CompositeTypes']['call'];
				SetofOptions: {
					from: 'app.call';
					to: 'call';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			use_grant: {
				Args: {
					p_action: string;
					p_prompt: string;
					p_revision: number;
					p_site: string;
					p_unused: boolean;
					p_workspace: string;
				};
				Returns: undefined;
			};
			use_read_grant: { Args: { p_site: string }; Returns: undefined };
			visitor_rules: {
				Args: Record<PropertyKey, never>;
				Returns: {
					last_used_at: string;
					relation: string;
				}[];
			};
			why_event: { Args: { p_event: string; p_site: string }; Returns: Json };
			why_visitor: {
				Args: { p_now?: string; p_prompt: string; p_site: string; p_visitor: string };
				Returns: Json;
			};
			withdraw_sign_ins: {
				Args: {
					p_member: Omit<
						Database['app']['Tables']['members']['Row'],
						Database['app']['Tables']['members']['ComputedFields']
					>;
					p_role: string;
				};
				Returns: undefined;
			};
			withdraw_waiting: {
				Args: {
					p_now: string;
					p_site: number;
					p_waiting: Omit<
						Database['app']['Tables']['waiting_prompts']['Row'],
						Database['app']['Tables']['waiting_prompts']['ComputedFields']
					>;
				};
				Returns: boolean;
			};
			without_dates: {
				Args: {
					c: Omit<
						Database['app']['Tables']['candidates']['Row'],
						Database['app']['Tables']['candidates']['ComputedFields']
					>;
					p_now: string;
				};
				Returns: {
					again_after_days: number | null;
					audience_path: unknown;
					audience_prefilter: unknown;
					backend: boolean;
					budget: Json | null;
					cancel_events: string[] | null;
					compares_dates: boolean;
					delay_seconds: number;
					ends_at: string | null;
					event_name: string;
					experiment: Json | null;
					index_value: string;
					min_session_seconds: number;
					needed_facts: Json | null;
					per_group: Json | null;
					prefilter_path: unknown;
					priority: number;
					prompt_id: string;
					prompt_key: number | null;
					published_at: string;
					rate: number;
					repeated: Json | null;
					respects_site: boolean;
					revision: number;
					show: string;
					site_id: string;
					starts_at: string | null;
					survey_id: string;
					times: number | null;
					trigger_path: unknown;
					trigger_path_if_verified: unknown;
					unless: Json | null;
					vars: NonNullable<Json>;
					wait_hours: number;
				};
				SetofOptions: {
					from: '*';
					to: 'candidates';
					isOneToOne: true;
					isSetofReturn: false;
				};
			};
			working_etag: {
				Args: { p_base: number; p_before: string; p_content: Json };
				Returns: string;
			};
			workspaces_for: { Args: { p_min_role: string }; Returns: string[] };
			write_destination: {
				Args: {
					p_creates: boolean;
					p_destination: string;
					p_sealed_secret: string;
					p_sealed_url: string;
					p_settings: Json;
					p_site: string;
				};
				Returns: undefined;
			};
		};
		Enums: {
			reason:
				| 'duplicate'
				| 'throttled'
				| 'bot'
				| 'not_captured'
				| 'no_prompt'
				| 'trigger_properties'
				| 'unverified'
				| 'trigger_count'
				| 'audience'
				| 'sampled_out'
				| 'not_started'
				| 'ended'
				| 'session_too_young'
				| 'seen_limit'
				| 'answered'
				| 'prompt_cooldown'
				| 'site_cooldown'
				| 'session_limit'
				| 'group_limit'
				| 'budget'
				| 'paced'
				| 'holdout'
				| 'lost_priority'
				| 'busy'
				| 'hidden'
				| 'vetoed'
				| 'withdrawn'
				| 'waiting'
				| 'displayed'
				| 'unknown';
		};
		CompositeTypes: {
			call: {
				site_id: string | null;
				site: number | null;
				settings: Json | null;
				registered: boolean | null;
				has_exhausted: boolean | null;
				top_candidate: number | null;
				visitor_id: string | null;
				visitor: number | null;
				subject_id: string | null;
				account: string | null;
				sample_key: string | null;
				traits: Json | null;
				first_seen_at: string | null;
				last_seen_at: string | null;
				reset_at: string | null;
				request_context: Json | null;
				now: string | null;
				session_id: string | null;
				event_id: string | null;
				name: string | null;
				properties: Json | null;
				verified: Json | null;
				prompts: string[] | null;
			};
			decision: {
				prompt_id: string | null;
				prompt: number | null;
				revision: number | null;
				survey_id: string | null;
				delay_seconds: number | null;
				reason: Database['app']['Enums']['reason'] | null;
				variant: string | null;
				budget: Json | null;
			};
			past_display: {
				prompt_id: string | null;
				survey_id: string | null;
				at: string | null;
				session_id: string | null;
				visitor_id: string | null;
				joined_at: string | null;
				answered_at: string | null;
				dismissed_at: string | null;
			};
			pending_claim: {
				due: string | null;
				event_id: string | null;
				name: string | null;
				session_id: string | null;
				visitor_id: string | null;
				joined_at: string | null;
				facts: Json | null;
			};
			portfolio_candidate: {
				c: Database['app']['Tables']['candidates']['Row'] | null;
				place: number | null;
				worlds: number | null;
				live: unknown;
				wait_hours: number | null;
				answered: number | null;
			};
			portfolio_event: {
				claim: Database['app']['CompositeTypes']['pending_claim'] | null;
				backend: boolean | null;
				open: number[] | null;
				waited: string | null;
				claimed_at: string | null;
				outcome: Json | null;
			};
			portfolio_replay: {
				draft: Database['app']['CompositeTypes']['replay'] | null;
				looked_at: number | null;
				sums: Json | null;
				displays: Database['app']['CompositeTypes']['replayed_display'][] | null;
			};
			portfolio_wait: {
				due: string | null;
				event: number | null;
				candidate: number | null;
				until: string | null;
			};
			replay: {
				subjects: number | null;
				events: number | null;
				displays: number | null;
				reached: number | null;
				squared_displays: number | null;
				sampled_claims: number | null;
				subjects_with_sampled_claims: number | null;
				reasons: Json | null;
				next_hash: number | null;
			};
			replayed_budget: {
				world: number | null;
				place: number | null;
				period: string | null;
				allowed: number | null;
				paced: boolean | null;
				weight: number | null;
				spent: number | null;
			};
			replayed_display: {
				world: number | null;
				place: number | null;
				at: string | null;
				group_hash: string | null;
			};
			shared_limits: {
				spent: unknown;
				paced: unknown;
				groups: Json | null;
				displays: number | null;
				certain: number | null;
			};
			token_result: {
				outcome: string | null;
				connection_id: string | null;
				resource: string | null;
				actions: string[] | null;
				expires_at: string | null;
			};
			world_replay: {
				places: number[] | null;
				displays: Database['app']['CompositeTypes']['replayed_display'][] | null;
				draft: Database['app']['Enums']['reason'][] | null;
				sampled_places: number[] | null;
			};
		};
	};
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'app'>];

export type Tables<
	DefaultSchemaTableNameOrOptions extends
		| keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
		| { schema: keyof DatabaseWithoutInternals },
	TableName extends (DefaultSchemaTableNameOrOptions extends {
		schema: keyof DatabaseWithoutInternals;
	}
		? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
				DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
		: never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
	? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
			DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
			Row: infer R;
		}
		? R
		: never
	: DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
		? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
				Row: infer R;
			}
			? R
			: never
		: never;

export type TablesInsert<
	DefaultSchemaTableNameOrOptions extends
		| keyof DefaultSchema['Tables']
		| { schema: keyof DatabaseWithoutInternals },
	TableName extends (DefaultSchemaTableNameOrOptions extends {
		schema: keyof DatabaseWithoutInternals;
	}
		? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
		: never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
	? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
			Insert: infer I;
		}
		? I
		: never
	: DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
		? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
				Insert: infer I;
			}
			? I
			: never
		: never;

export type TablesUpdate<
	DefaultSchemaTableNameOrOptions extends
		| keyof DefaultSchema['Tables']
		| { schema: keyof DatabaseWithoutInternals },
	TableName extends (DefaultSchemaTableNameOrOptions extends {
		schema: keyof DatabaseWithoutInternals;
	}
		? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
		: never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
	? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
			Update: infer U;
		}
		? U
		: never
	: DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
		? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
				Update: infer U;
			}
			? U
			: never
		: never;

export type Enums<
	DefaultSchemaEnumNameOrOptions extends
		| keyof DefaultSchema['Enums']
		| { schema: keyof DatabaseWithoutInternals },
	EnumName extends (DefaultSchemaEnumNameOrOptions extends {
		schema: keyof DatabaseWithoutInternals;
	}
		? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
		: never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
	? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
	: DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
		? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
		: never;

export type CompositeTypes<
	PublicCompositeTypeNameOrOptions extends
		| keyof DefaultSchema['CompositeTypes']
		| { schema: keyof DatabaseWithoutInternals },
	CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
		schema: keyof DatabaseWithoutInternals;
	}
		? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
		: never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
	? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
	: PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
		? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
		: never;

export const Constants = {
	app: {
		Enums: {
			reason: [
				'duplicate',
				'throttled',
				'bot',
				'not_captured',
				'no_prompt',
				'trigger_properties',
				'unverified',
				'trigger_count',
				'audience',
				'sampled_out',
				'not_started',
				'ended',
				'session_too_young',
				'seen_limit',
				'answered',
				'prompt_cooldown',
				'site_cooldown',
				'session_limit',
				'group_limit',
				'budget',
				'paced',
				'holdout',
				'lost_priority',
				'busy',
				'hidden',
				'vetoed',
				'withdrawn',
				'waiting',
				'displayed',
				'unknown',
			],
		},
	},
} as const;
