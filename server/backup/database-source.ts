/** The database that is backed up. */
export type DatabaseSource =
	/** The embedded Postgres: its superuser's URL, and the folder of the cluster. */
	| { kind: 'embedded'; url: string; cluster: string }
	/** Any other database: the URL of a role that may read every row; see `checkBackup`. */
	| ({ kind: 'external' } & ExternalDatabase);

export type ExternalDatabase = {
	url: string;
	/** File of the PEM certificates that sign the server's certificate, if they are not public ones. */
	caFile?: string | undefined;
};
