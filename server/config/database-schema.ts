import { z } from 'zod';

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** The setting `database`. */
export const databaseSchema = z
	.strictObject({
		url: postgresUrl
			.optional()
			.meta({
				secret: true,
				description:
					'URL of a Postgres server, version 17 or later, as the role that owns the database. Without it, the server runs its own Postgres in the data folder.',
				example: 'postgres://feedback:password@db.example.com:5432/feedback',
			}),
		replica_url: postgresUrl
			.optional()
			.meta({
				secret: true,
				description:
					'URL of a streaming replica of that server, from which results, lists, exports and forecasts are read.',
				example: 'postgres://feedback:password@replica.example.com:5432/feedback',
			}),
		cells: z
			.record(
				z
					.string()
					.regex(/^[a-z][a-z0-9-]{0,29}$/, 'must be lower-case letters, digits and hyphens'),
				postgresUrl,
			)
			.default({})
			.meta({
				secret: true,
				description:
					'URLs of further databases, each with whole workspaces, by their names, as the role that owns each.',
				example: { 'eu-2': 'postgres://feedback:password@cell.example.com:5432/feedback' },
			}),
		ca_file: z
			.string()
			.min(1)
			.optional()
			.meta({
				description:
					"File with the certificate authorities that sign the database server's certificate.",
				example: '/etc/feedback/database-ca.pem',
			}),
		pooled: z
			.boolean()
			.default(false)
			.meta({
				description:
					'Whether the URLs are those of a pooler in transaction mode, such as PgBouncer.',
			}),
		pool_size: z
			.int()
			.min(1)
			.max(200)
			.default(8)
			.meta({ description: 'Database connections that each function may open.' }),
	})
	.refine(({ url, replica_url }) => replica_url === undefined || url !== undefined, {
		path: ['replica_url'],
		error: 'is for a database with a url: the embedded Postgres has no replicas',
	})
	.refine(({ url, cells }) => Object.keys(cells).length === 0 || url !== undefined, {
		path: ['cells'],
		error: 'are for a database with a url: the embedded Postgres is the only one',
	})
	.refine(({ cells }) => !('home' in cells), {
		path: ['cells'],
		error: 'cannot have one called home: that is the database of url',
	})
	.meta({ description: 'The database.' });
