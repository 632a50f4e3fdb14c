import { sql } from 'drizzle-orm'
import { advanceSettlementPct, defaultRetentionPct, defaultTaxPct } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { inAccount } from '#platform/own-reach.ts'
import { keptPlan } from '#platform/prepared.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { Supply, Territory } from '../choices.ts'
import { issuesItsOwn } from '../foral.ts'
import { territoryOf } from '../places.ts'
import { type RetentionKind, retentionBpOf } from '../retention.ts'
import { type BillTax, type TaxReading, taxBefore, taxCaseOf } from '../tax-cases.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import { inForce } from './in-force.ts'
import { providersSetting } from './setting.ts'
import { accrualDay, informationBefore } from './standing.ts'

/** What a rate is where nobody has set it: the specification's, and what the territories' laws say (in hundredths of a per cent). */
const usual = { default: defaultTaxPct * 100, igic: 700, ipsi: 400 }
type TaxRate = keyof typeof usual

/** The rate that a kind of tax charges on a day, in hundredths of a per cent; 0 where nothing is charged. */
export async function taxBpOf(tx: Tx, { rate: key }: Pick<BillTax, 'rate'>, day: string): Promise<number> {
  if (key === null) return 0
  const [row] = await rows<{ bp: number }>(
    tx,
    sql`select ${keptPlan} round(pct * 100)::int as bp from rate where key = ${key} and valid_from <= ${day}::date
      order by valid_from desc limit 1`,
  )
  return row?.bp ?? usual[key]
}

export interface AccountSettings {
  accountId: string
  name: string
  portalId: string | null
  code: string
  selfInvoice: boolean
  information:
    | (FrozenInformation & { iban: string; ibanHeldUntil: Date | null; since: string | null })
    | undefined
  /** Does the NIF that it then had stand on another account too, and nobody has looked yet? */
  taxIdShared: boolean
  agreed: { version: string; person: string; at: string; silence: boolean } | undefined
  provider: Provider | undefined
  /** Undefined where the table of cases has none for the two of them: nothing can be billed. */
  tax: BillTax | undefined
  /** Of lines without a rate of their own. */
  taxBp: number
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
  agreed: { version: string; person: string; at: string; silence: boolean } | null
}

/**
 * Everything about an account that decides how it is billed. @param on the day that its sales accrue on; today where it
 * is left out
 */
export async function settingsOf(
  tx: Tx,
  accountId: string,
  now: Date,
  on = formatDay(dayOf(now.getTime())),
): Promise<AccountSettings> {
  const { row, provider } = await inAccount(tx, accountId, async () => {
    const [found] = await rows<Columns>(
      tx,
      sql`select a.name, a.settlement_bp, p.id as portal_id, p.code, p.self_invoice, to_jsonb(i) as information,
          (select jsonb_build_object('version', g.text_version, 'person', g.person_name, 'at', g.at, 'silence', g.silence)
            from (${inForce(sql`a.id`, sql`i.tax_id`, sql`coalesce(i.series, 1)`)}) g order by g.at desc limit 1) as agreed
        from account a left join portal p on p.account_id = a.id and p.master and p.deleted_at is null
        left join billing_information i on i.account_id = a.id where a.id = ${accountId}`,
    )
    return { row: found, provider: await readProvider(tx) }
  })
  const raw = rawOf(row)
  const information = await informationOn(tx, row, { accountId, on, now })
  const tax = taxBetween(information, provider)
  return {
    accountId,
    name: row?.name ?? '',
    portalId: row?.portal_id ?? null,
    code: row?.code ?? accountId.slice(0, 8).toUpperCase(),
    selfInvoice: (row?.self_invoice ?? true) && !issuesItsOwn(information?.territory),
    information,
    taxIdShared: raw?.tax_id_shared === true && raw.tax_id === information?.taxId,
    agreed: agreedOf(row),
    provider,
    tax,
    taxBp: tax ? await taxBpOf(tx, tax, on) : 0,
    retentionBp: information?.retentionBp ?? defaultRetentionPct * 100,
    settlementBp: row?.settlement_bp ?? advanceSettlementPct * 100,
  }
}

function agreedOf(row: Columns | undefined): AccountSettings['agreed'] {
  if (!row?.agreed) return undefined
  return { ...row.agreed, at: new Date(row.agreed.at).toISOString() }
}

/** What an account says of itself as it was on a day. */
async function informationOn(
  tx: Tx,
  row: Columns | undefined,
  { accountId, on, now }: { accountId: string; on: string; now: Date },
): Promise<AccountSettings['information']> {
  const raw = rawOf(row)
  if (!raw || !row) return undefined
  const current = informationOf(raw, row.settlement_bp)
  const before = await informationBefore(tx, accountId, current, on)
  return withRetention({ ...current, ...before, settlementBp: current.settlementBp }, now)
}

const rawOf = (row: Columns | undefined) => row?.information as Raw | null | undefined

type Raw = Record<string, string | number | boolean | null>

const informationOf = (raw: Raw, settlementBp: number) => ({
  legalName: String(raw.legal_name),
  givenName: textOf(raw.given_name),
  firstSurname: textOf(raw.first_surname),
  secondSurname: textOf(raw.second_surname),
  kind: raw.kind as 'person' | 'company',
  taxId: String(raw.tax_id),
  series: Number(raw.series),
  street: String(raw.street),
  postcode: String(raw.postcode),
  city: String(raw.city),
  province: String(raw.province),
  holder: String(raw.holder),
  territory: raw.territory as Territory,
  supply: raw.supply as Supply,
  retention: raw.retention as RetentionKind | null,
  retentionYear: raw.retention_year === null ? null : Number(raw.retention_year),
  retentionBp: Number(raw.retention_bp),
  settlementBp,
  email: String(raw.email),
  iban: String(raw.iban),
  ibanHeldUntil: raw.iban_held_until ? new Date(String(raw.iban_held_until)) : null,
  since: textOf(raw.since),
})
const textOf = (value: string | number | boolean | null | undefined) => (value == null ? null : String(value))

/** The rate of a kind that ends with the years; one that was only ever a rate stays. */
function withRetention<I extends FrozenInformation>(information: I, now: Date): I {
  const { retention, retentionYear = null, territory } = information
  if (!retention) return information
  const year = Number(formatDay(dayOf(now.getTime())).slice(0, 4))
  return { ...information, retentionBp: retentionBpOf({ retention, retentionYear, territory }, year) }
}

/** What a bill keeps of the account: all but where it is paid, and what only says when this began. */
export function frozenOf(information: NonNullable<AccountSettings['information']>): FrozenInformation {
  const { iban: _, ibanHeldUntil: _h, since: _s, ...frozen } = information
  return frozen
}

/** The provider, where its money is, and how it reads the law where there are two readings. */
export type Provider = FrozenProvider & { iban?: string; taxReading?: TaxReading }

/** What a bill keeps of the provider. */
export function frozenProvider(provider: Provider): FrozenProvider {
  const { iban: _, taxReading: _r, ...frozen } = provider
  return frozen
}

const taxOfParties = (information: { territory: Territory; supply?: Supply }, provider: Provider) =>
  taxCaseOf(
    information.territory,
    // What was written before postcodes were looked at counts as the peninsula.
    territoryOf(provider.postcode) ?? 'peninsula',
    information.supply ?? 'services',
    provider.taxReading,
  )

/** Where one of the two has not said who it is, as bills were taxed before cases were told apart. */
const taxBetween = (
  information: { territory: Territory; supply?: Supply } | undefined,
  provider: Provider | undefined,
) => (information && provider ? taxOfParties(information, provider) : taxBefore(information?.territory))

/** How accounts that have said where they are and what they supply are taxed on a day, and in a month; rates are looked up once. */
export async function taxReader(tx: Tx, on: string) {
  const provider = await readProvider(tx)
  const rates = new Map<TaxRate, { begins: string; bp: number }[]>()
  return async (of: { territory: Territory; supply: Supply } | undefined) => {
    const key = taxBetween(of, provider)?.rate ?? null
    if (key && !rates.has(key)) rates.set(key, await ratesUntil(tx, key, on))
    const bpOn = (day: string) =>
      key ? (rates.get(key)?.find(({ begins }) => begins <= day)?.bp ?? usual[key]) : 0
    return {
      charged: key !== null,
      taxBp: bpOn(on),
      taxBpOfMonth: (month: string) => bpOn(accrualDay(month, on)),
    }
  }
}

/** What a rate has been by a day, the newest first. */
const ratesUntil = (tx: Tx, key: TaxRate, day: string) =>
  rows<{ begins: string; bp: number }>(
    tx,
    sql`select ${keptPlan} valid_from::text as begins, round(pct * 100)::int as bp from rate
      where key = ${key} and valid_from <= ${day}::date order by valid_from desc`,
  )

/** How a bill is taxed: as was kept with it, or as one of today. */
export const taxOfBill = (
  row: { tax: BillTax | null; information: FrozenInformation | null },
  settings: Pick<AccountSettings, 'tax'>,
): BillTax | undefined => row.tax ?? (row.information ? taxBefore(row.information.territory) : settings.tax)

const providerKey = 'billing.provider'

/** The provider as bills name it; undefined until somebody has said so. Needs the service's reach. */
export async function readProvider(tx: Tx): Promise<Provider | undefined> {
  return providersSetting<Provider>(tx, providerKey)
}

/** Says who the provider is. */
export const writeProvider = (tx: Tx, provider: Provider) =>
  tx.execute(
    sql`insert into setting (key, value) values (${providerKey}, ${JSON.stringify(provider)})
      on conflict (key) do update set value = excluded.value`,
  )

/** The IBAN with its middle hidden: all that is ever answered. */
export const maskedIban = (iban: string | undefined | null) =>
  iban ? `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}` : null
