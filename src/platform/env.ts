import * as z from 'zod'

/** The settings of the program: the only place that reads `process.env`. */

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback)
const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((value) => value === '1' || value === 'true')
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)
/** How many proxies stand before the program; `true` is one. */
const hops = z
  .string()
  .regex(/^(\d|true|false|)$/, { error: 'has to be the number of trusted proxies, 0 to 9' })
  .default('0')
  .transform((value) => (value === 'true' ? 1 : Number(value === 'false' ? 0 : value)))
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(shape: T) => z.preprocess(blankIsAbsent, shape.optional())

const Settings = z.object({
  PORT: port(3000),
  PORTALS_PORT: port(3001),
  HOST: z.string().default('0.0.0.0'),
  APP_ORIGIN: optional(origin),
  PORTALS_ORIGIN: optional(origin),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** PostgreSQL itself, where `DATABASE_URL` is a pooler that lends connections for a transaction. */
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** A standby of it, which answers what may be a second old. Behind a pooler where `DATABASE_URL` is. */
  DATABASE_REPLICA_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** A server of ClickHouse that can answer analytics: user, password and database (`backline`) as an address has them. */
  CLICKHOUSE_URL: optional(
    z.url({ protocol: /^https?$/ }).regex(/^https?:\/\/[^/?#]+\/?([a-z][a-z0-9_]*)?$/, {
      error: 'has to look like http://USER:PASSWORD@HOST:8123/DATABASE',
    }),
  ),
  /** User and password of who asks it, made with its tables: row policies hold their questions to the portals of whoever asks. */
  CLICKHOUSE_READER: optional(
    z
      .string()
      .regex(/^[A-Za-z]\w*:.{12,}$/, { error: 'has to look like NAME:PASSWORD, with 12 characters or more' }),
  ),
  /** The name of its cluster, where it is one. */
  CLICKHOUSE_CLUSTER: optional(
    z.string().regex(/^[A-Za-z]\w*$/, { error: 'has to be the name of a cluster, like backline' }),
  ),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** A bucket for uploaded files instead of the folder; see files-s3.ts. */
  FILES_URL: optional(
    z.string().regex(/^s3(\+http)?:\/\/([^@/]+@)?[\w.:-]+(\/[\w.-]+)+\/?(\?region=[\w-]+)?$/, {
      error: 'has to look like s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION',
    }),
  ),
  DEMO: flag,
  SECRET: optional(z.string().min(32)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+<[^\s<>@,]+@[^\s<>@,]+\.[^\s<>@,.]+>|[^\s<>@,]+@[^\s<>@,]+\.[^\s<>@,.]+)$/, {
      error: 'has to be an address, like Backline <no-reply@backline.test>',
    })
    .default('Backline <no-reply@backline.test>'),
  /** Where Veri*factu records are sent to; without it nothing is. */
  VERIFACTU_URL: optional(z.url({ protocol: /^https?$/ })),
  VERIFACTU_CERTIFICATE: optional(z.string()),
  VERIFACTU_CERTIFICATE_PASSWORD: optional(z.string()),
  /** Where the European Central Bank's eurofxref files are; empty, they are only uploaded. */
  EXCHANGE_RATES_URL: z.preprocess(
    (value) => value ?? 'https://www.ecb.europa.eu/stats/eurofxref',
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  ),
  /** The app by which shops of Shopify are connected; without it they are connected by hand. */
  SHOPIFY_CLIENT_ID: optional(z.string().min(8)),
  SHOPIFY_CLIENT_SECRET: optional(z.string().min(16)),
  /** Where a shop of Shopify answers. */
  SHOPIFY_ADDRESS: z
    .string()
    .regex(/^https?:\/\/[^\s?#]*\{shop\}[^\s?#]*$/, { error: 'has to hold {shop}, like https://{shop}' })
    .default('https://{shop}'),
  /** Where a shop of WooCommerce answers. */
  WOOCOMMERCE_ADDRESS: z
    .string()
    .regex(/^https?:\/\/[^\s?#]*\{shop\}[^\s?#]*$/, { error: 'has to hold {shop}, like https://{shop}' })
    .default('https://{shop}'),
  /** Where Printful answers. */
  PRINTFUL_ADDRESS: z.url({ protocol: /^https?$/ }).default('https://api.printful.com'),
  /** The apps by which releases are looked up at services of music; a service without one is not asked. */
  SPOTIFY_CLIENT_ID: optional(z.string().min(8)),
  SPOTIFY_CLIENT_SECRET: optional(z.string().min(16)),
  /** A developer token (JWT) of Apple's; it lasts six months at most. */
  APPLE_MUSIC_TOKEN: optional(z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, { error: 'has to be a JWT' })),
  /** Deezer asks for no token, but only for non-commercial use: the operator says whether it is asked. */
  DEEZER: flag,
  MUSIC_COUNTRY: z
    .string()
    .regex(/^[a-z]{2}$/, { error: 'has to be a country in two small letters, like es' })
    .default('es'),
  /** Where those services answer. */
  MUSIC_ADDRESS: z
    .string()
    .regex(/^https?:\/\/[^\s?#]*\{service\}[^\s?#]*$/, {
      error: 'has to hold {service}, like https://{service}',
    })
    .default('https://{service}'),
  /** Pairs of address and port on this machine that webhooks may be sent to, without TLS: only to try it out. */
  WEBHOOKS_REACH: z
    .string()
    .regex(/^[\d.:, ]*$/, { error: 'has to look like 127.0.0.1:4000' })
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  TAG_MANAGER_URL: optional(z.url({ protocol: /^https$/ })),
  SESSION_RECORDER_URL: optional(z.url({ protocol: /^https$/ })),
  REDIRECT_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ENVIRONMENT: z.enum(['production', 'stage', 'development']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY: hops,
})

export interface Env extends Omit<z.infer<typeof Settings>, 'APP_ORIGIN' | 'PORTALS_ORIGIN'> {
  APP_ORIGIN: string
  PORTALS_ORIGIN: string
}

/** Settings that cannot be used; the message names each in one sentence. */
export class BadSettings extends Error {
  override name = 'BadSettings'
}

/**
 * Reads `.env` (when there is one) and the environment, which wins.
 * @throws BadSettings naming every setting that is wrong.
 */
export function readEnv(source?: Record<string, string | undefined>): Env {
  const result = Settings.safeParse(source ?? { ...readDotEnv(), ...process.env })
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new BadSettings(
      `These settings cannot be used: ${faults.join('; ')}. See the settings table in README.md.`,
    )
  }
  const settings = result.data
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL)
    throw new BadSettings(
      'DATABASE_DIRECT_URL says where PostgreSQL is behind the pooler that DATABASE_URL names: set both.',
    )
  if (settings.DATABASE_REPLICA_URL && !settings.DATABASE_URL)
    throw new BadSettings('DATABASE_REPLICA_URL says where a standby of DATABASE_URL is: set both.')
  if (settings.CLICKHOUSE_CLUSTER && !settings.CLICKHOUSE_URL)
    throw new BadSettings('CLICKHOUSE_CLUSTER names a cluster that CLICKHOUSE_URL leads to: set both.')
  return {
    ...settings,
    APP_ORIGIN: settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`,
    PORTALS_ORIGIN: settings.PORTALS_ORIGIN ?? `http://localhost:${settings.PORTALS_PORT}`,
  }
}

/** Where PostgreSQL itself answers, for what works alone on it; undefined for the embedded database. */
export const directUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Env): string | undefined =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

function readDotEnv(): Record<string, string | undefined> {
  const before = { ...process.env }
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new BadSettings(`The file .env cannot be read: ${(error as Error).message}.`)
  }
  const lines = Object.fromEntries(Object.entries(process.env).filter(([key]) => !(key in before)))
  const known = new Set<string>(Object.keys(Settings.shape))
  const unknown = Object.keys(lines).filter((key) => !known.has(key))
  if (unknown.length > 0)
    throw new BadSettings(`The file .env has settings that do not exist: ${unknown.join(', ')}.`)
  return lines
}
