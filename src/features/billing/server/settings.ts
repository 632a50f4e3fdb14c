import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { advanceSettlementPct, defaultRetentionPct } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { agreementVersion, type Territory } from '../choices.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'

/** Which tax a territory knows, and the rate of it that applies. */
const taxes = {
  peninsula: ['IVA', 'default'],
  basqueNavarre: ['IVA', 'default'],
  canaries: ['IGIC', 'igic'],
  ceutaMelilla: ['IPSI', 'ipsi'],
} as const satisfies Record<Territory, readonly [string, string]>
export const taxNameOf = (territory: Territory | undefined) => taxes[territory ?? 'peninsula'][0]

/** Rates in hundredths of a per cent as they are on a day; those that nobody has set are the specification's. */
export async function taxBpOf(tx: Tx, territory: Territory | undefined, day: string): Promise<number> {
  const key = taxes[territory ?? 'peninsula'][1]
  const [row] = await rows<{ bp: number }>(
    tx,
    sql`select round(pct * 100)::int as bp from rate where key = ${key} and valid_from <= ${day}::date
      order by valid_from desc limit 1`,
  )
  return row?.bp ?? { default: 2100, igic: 700, ipsi: 400 }[key]
}

export interface AccountSettings {
  accountId: string
  name: string
  portalId: string | null
  code: string
  selfInvoice: boolean
  information: (FrozenInformation & { iban: string; ibanHeldUntil: Date | null }) | undefined
  agreed: { version: string; person: string; at: string } | undefined
  provider: (FrozenProvider & { iban?: string }) | undefined
  taxBp: number
  taxName: 'IVA' | 'IGIC' | 'IPSI'
  retentionBp: number
  settlementBp: number
}

interface Columns {
  name: string
  settlement_bp: number
  portal_id: string | null
  code: string | null
  self_invoice: boolean | null
  information: Record<string, never> | null
  agreed: { version: string; person: string; at: string } | null
}

/** Everything about an account that decides how it is billed today. */
export async function settingsOf(tx: Tx, accountId: string, now: Date): Promise<AccountSettings> {
  const { row, provider } = await elevated(tx, 'provider', async () => {
    const [found] = await rows<Columns>(
      tx,
      sql`select a.name, a.settlement_bp, p.id as portal_id, p.code, p.self_invoice, to_jsonb(i) as information,
          (select jsonb_build_object('version', g.text_version, 'person', g.person_name, 'at', g.at)
            from billing_agreement g where g.account_id = a.id order by g.at desc limit 1) as agreed
        from account a left join portal p on p.account_id = a.id and p.master and p.deleted_at is null
        left join billing_information i on i.account_id = a.id where a.id = ${accountId}`,
    )
    return { row: found, provider: await readProvider(tx) }
  })
  const raw = row?.information as Record<string, string | number | null> | null | undefined
  const information = raw && row ? informationOf(raw, row.settlement_bp) : undefined
  const agreed = row?.agreed ?? undefined
  return {
    accountId,
    name: row?.name ?? '',
    portalId: row?.portal_id ?? null,
    code: row?.code ?? accountId.slice(0, 8).toUpperCase(),
    selfInvoice: row?.self_invoice ?? true,
    information,
    agreed: agreed && { ...agreed, at: new Date(agreed.at).toISOString() },
    provider,
    taxBp: await taxBpOf(tx, information?.territory, formatDay(dayOf(now.getTime()))),
    taxName: taxNameOf(information?.territory),
    retentionBp: information?.retentionBp ?? defaultRetentionPct * 100,
    settlementBp: row?.settlement_bp ?? advanceSettlementPct * 100,
  }
}

const informationOf = (raw: Record<string, string | number | null>, settlementBp: number) => ({
  legalName: String(raw.legal_name),
  kind: raw.kind as 'person' | 'company',
  taxId: String(raw.tax_id),
  street: String(raw.street),
  postcode: String(raw.postcode),
  city: String(raw.city),
  province: String(raw.province),
  holder: String(raw.holder),
  territory: raw.territory as Territory,
  retentionBp: Number(raw.retention_bp),
  settlementBp,
  email: String(raw.email),
  iban: String(raw.iban),
  ibanHeldUntil: raw.iban_held_until ? new Date(String(raw.iban_held_until)) : null,
})

const providerKey = 'billing.provider'

/** The provider as bills name it; undefined until somebody has said so. Needs the service's reach. */
export async function readProvider(tx: Tx): Promise<(FrozenProvider & { iban?: string }) | undefined> {
  const [row] = await rows<{ value: string }>(tx, sql`select value from setting where key = ${providerKey}`)
  return row ? (JSON.parse(row.value) as FrozenProvider & { iban?: string }) : undefined
}

/** Says who the provider is. */
export const writeProvider = (tx: Tx, provider: FrozenProvider & { iban?: string | undefined }) =>
  tx.execute(
    sql`insert into setting (key, value) values (${providerKey}, ${JSON.stringify(provider)})
      on conflict (key) do update set value = excluded.value`,
  )

/** The IBAN with its middle hidden: all that is ever answered. */
export const maskedIban = (iban: string | undefined | null) =>
  iban ? `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}` : null

/** Of the self-billing agreement's Spanish text, which is the one that binds. */
export const agreementHash = () =>
  createHash('sha256')
    .update(`${agreementVersion} ${words('billing.agreement.text', 'es')}`)
    .digest('hex')
