import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { number, select } from '#platform/select.ts'
import { type FiscalMode, system } from '../fiscal-choices.ts'
import type { FiscalSettings } from '../fiscal-contract.ts'
import { canSign } from './certificate.ts'
import { readDates } from './fiscal-dates.ts'
import { attentionSql, issuersSql } from './fiscal-issuers.ts'
import { hasService, modeOfOthersSql, todayOf } from './fiscal-mode.ts'
import { pauseKey } from './send-records.ts'
import { readSetting, writeSetting } from './setting.ts'
import { readProvider } from './settings.ts'

const declarationKey = 'billing.fiscalDeclaration'

interface Signed {
  place: string
  on: string
  person: string
  version: string
}

/** Signs the declaration of this version. @throws Conflict while no mode is on, or nobody is named as the provider */
export async function signDeclaration(tx: Tx, place: string, { now, person }: { now: Date; person: string }) {
  if (!(await readSetting(tx, 'billing.provider'))) throw new Conflict('billing.providerMissing')
  if (!(await anyMode(tx, now))) throw new Conflict('billing.fiscal.nothingToDeclare')
  const signed: Signed = { place, on: todayOf(now), person, version: system.version }
  await writeSetting(tx, declarationKey, signed)
  return signed
}

/** Is any mode on, of all or of one issuer? */
async function anyMode(tx: Tx, now: Date): Promise<boolean> {
  const day = todayOf(now)
  const found = await rows(
    tx,
    sql`select from (select distinct on (issuer_tax_id) mode from fiscal_mode where valid_from <= ${day}::date
      order by issuer_tax_id, valid_from desc, created_at desc, id desc) m where mode in ('sending', 'signed') limit 1`,
  )
  return found.length > 0
}

/** All that is true of records as a whole. Needs the service's reach. */
export async function fiscalSettings(tx: Tx, now: Date): Promise<FiscalSettings> {
  const day = todayOf(now)
  const dates = await readDates(tx)
  const [modes] = await rows<{ mode: FiscalMode; next: FiscalSettings['next'] }>(
    tx,
    sql`select ${modeOfOthersSql(day)} as mode, (select jsonb_build_object('mode', mode, 'from', valid_from) from fiscal_mode
      where issuer_tax_id is null and valid_from > ${day}::date order by valid_from, created_at desc, id desc limit 1) as next`,
  )
  const [queue] = await select(
    tx,
    { waiting: number(sql<string>`count(*)`), oldest: sql<string | null>`min(r.created_at)` },
    sql`fiscal_sending s join fiscal_record r on r.issuer_tax_id = s.issuer_tax_id and r.sequence = s.sequence
      where s.state = 'waiting'`,
  )
  const [off] = await select(
    tx,
    {
      due: number(sql<string>`count(*) filter (where obliged <= ${day})`),
      later: number(sql<string>`count(*) filter (where obliged > ${day})`),
      attention: number(sql<string>`(select count(*) from (${attentionSql}) a)`),
    },
    sql`(${issuersSql(day, dates)}) i where mode = 'off'`,
  )
  const [pause] = await rows<{ value: string }>(tx, sql`select value from setting where key = ${pauseKey}`)
  const until = pause && new Date(pause.value) > now ? new Date(pause.value).toISOString() : null
  return {
    ...{ mode: modes?.mode ?? 'off', next: modes?.next ?? null },
    ...{ service: await hasService(tx), signable: await canSign(tx, now), dates },
    off: { due: off?.due ?? 0, later: off?.later ?? 0 },
    waiting: queue?.waiting ?? 0,
    oldest: queue?.oldest ? new Date(queue.oldest).toISOString() : null,
    ...{ attention: off?.attention ?? 0, notBefore: until },
    declaration: (await anyMode(tx, now)) ? await declarationOf(tx) : null,
  }
}

async function declarationOf(tx: Tx): Promise<FiscalSettings['declaration']> {
  const provider = await readProvider(tx)
  const signed = await readSetting<Signed>(tx, declarationKey)
  if (!provider) return null
  const { legalName, taxId, street, postcode, city, province } = provider
  return {
    producer: { legalName, taxId, address: `${street}, ${postcode} ${city} (${province})` },
    version: system.version,
    signed:
      signed?.version === system.version
        ? { place: signed.place, on: signed.on, person: signed.person }
        : null,
  }
}
