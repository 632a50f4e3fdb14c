import { inArray, sql } from 'drizzle-orm'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { taxBefore } from '../tax-cases.ts'
import { chargesOfRecords } from './charge-paper.ts'
import { type Answer, readAnswer } from './fiscal-answer.ts'
import { findRecords, sendingKey } from './fiscal-record.ts'
import { fiscalAnswer } from './fiscal-table.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import { bill } from './table.ts'
import { type FiscalEntry, recordsAtOnce, verifactuEnvelope } from './verifactu-xml.ts'

/** Puts an envelope to the agency's service. Throws where nothing comes back. */
export type Post = (envelope: string) => Promise<{ status: number; body: string }>

/** While a sending is under way nobody else takes the same records. */
const leaseMinutes = 10
const firstPauseSeconds = 60
const longestPauseSeconds = 6 * 3_600
const keptOfAnswer = 200_000

/**
 * Sends the records that wait to the agency, oldest first, one issuer at a time; answers how many were answered.
 * Without `post` sending is switched off: new records are not queued. What fails is tried again after a minute, then
 * after twice as long each time, and never before the agency wants to hear more.
 */
export async function sendRecords(database: Database, post: Post | undefined, now: Date): Promise<number> {
  const on = await database.transaction(asService('job'), (tx) => switchTo(tx, post !== undefined))
  if (!post || !on) return 0
  let answered = 0
  for (;;) {
    const entries = await database.transaction(asService('job'), (tx) => claim(tx, now))
    const [first, ...more] = entries
    if (!first) return answered
    const envelope = verifactuEnvelope(first, ...more)
    const said = await post(envelope).catch((error: Error) => ({ status: null, body: String(error) }))
    const answer = said.status === 200 ? readAnswer(said.body) : undefined
    await database.transaction(asService('job'), (tx) => keep(tx, entries, said, answer, now))
    if (!answer) return answered
    answered += answer.lines.length
  }
}

async function switchTo(tx: Tx, on: boolean): Promise<boolean> {
  await tx.execute(
    on
      ? sql`insert into setting (key, value) values (${sendingKey}, 'on') on conflict (key) do nothing`
      : sql`delete from setting where key = ${sendingKey}`,
  )
  return on
}

/** The records of one issuer of whom nothing is under way or put off, marked as under way. */
async function claim(tx: Tx, now: Date): Promise<FiscalEntry[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fiscal sending', 0))`)
  const at = now.toISOString()
  const [due] = await rows<{ issuer: string }>(
    tx,
    sql`select issuer_tax_id as issuer from fiscal_sending where state = 'waiting'
      group by 1 having max(case when attempts > 0 then due_at end) is null or max(case when attempts > 0 then due_at end) <= ${at}::timestamptz
      order by min(due_at), 1 limit 1`,
  )
  if (!due || (await putOff(tx, now))) return []
  const taken = sql`r.issuer_tax_id = ${due.issuer} and r.sequence in (select sequence from fiscal_sending
    where issuer_tax_id = ${due.issuer} and state = 'waiting' order by sequence limit ${recordsAtOnce})`
  const records = await findRecords(tx, taken)
  await tx.execute(
    sql`update fiscal_sending r set attempts = attempts + 1, due_at = ${at}::timestamptz + make_interval(mins => ${leaseMinutes})
      where ${taken}`,
  )
  const bills = await tx
    .select()
    .from(bill)
    .where(inArray(bill.id, [...new Set(records.flatMap(({ billId }) => billId ?? []))]))
  const originals = await tx
    .select({ id: bill.id, number: bill.number, issuedOn: bill.issuedOn })
    .from(bill)
    .where(inArray(bill.id, [...new Set(bills.flatMap(({ correctsId }) => correctsId ?? []))]))
  const charges = await chargesOfRecords(
    tx,
    records.flatMap(({ chargeId }) => chargeId ?? []),
  )
  return records.map((record) => {
    const supplied = record.chargeId ? charges.get(record.chargeId) : undefined
    if (supplied) return { record, bill: supplied }
    const of = bills.find(({ id }) => id === record.billId)
    if (!of?.information || !of.provider || !of.totals) throw new Error(`Record ${record.number} has no bill`)
    const [information, provider] = [of.information as FrozenInformation, of.provider as FrozenProvider]
    return {
      record,
      bill: {
        ...{ type: of.type, period: of.period, information, provider, totals: of.totals },
        ...correctedBy(of, originals),
        tax: of.tax ?? taxBefore(information.territory),
      },
    }
  })
}

/** What a bill corrects, by its number and day. */
function correctedBy(
  { correctsId, correction }: typeof bill.$inferSelect,
  originals: readonly Pick<typeof bill.$inferSelect, 'id' | 'number' | 'issuedOn'>[],
) {
  const original = originals.find(({ id }) => id === correctsId)
  const issuedOn = original?.issuedOn
  return {
    corrects: original?.number ?? null,
    correction: correction && issuedOn ? { ...correction, issuedOn } : null,
  }
}

/** Has the agency asked for a pause that is not over? It is meant for all that one sends. */
async function putOff(tx: Tx, now: Date): Promise<boolean> {
  const [row] = await rows<{ value: string }>(
    tx,
    sql`select value from setting where key = ${`${sendingKey}.notBefore`}`,
  )
  return row !== undefined && new Date(row.value) > now
}

interface Said {
  status: number | null
  body: string
}

async function keep(tx: Tx, entries: FiscalEntry[], said: Said, answer: Answer | undefined, now: Date) {
  const issuerTaxId = entries[0]?.record.issuerTaxId ?? ''
  const at = now.toISOString()
  await tx.insert(fiscalAnswer).values({
    ...{ issuerTaxId, records: entries.length, status: said.status, csv: answer?.csv ?? null },
    body: said.body.slice(0, keptOfAnswer),
    at: now,
  })
  for (const line of answer?.lines ?? []) {
    const record = entries.find(
      (one) => one.record.number === line.number && one.record.kind === line.kind,
    )?.record
    if (record)
      await tx.execute(
        sql`update fiscal_sending set state = ${line.state}, error_code = ${line.errorCode ?? null},
            error_text = ${line.errorText ?? null}, answered_at = ${at}::timestamptz
          where issuer_tax_id = ${issuerTaxId} and sequence = ${record.sequence}`,
      )
  }
  if (answer) {
    const until = new Date(now.getTime() + answer.waitSeconds * 1_000).toISOString()
    await tx.execute(
      sql`insert into setting (key, value) values (${`${sendingKey}.notBefore`}, ${until})
        on conflict (key) do update set value = excluded.value`,
    )
  }
  // What got no answer waits, longer each time.
  await tx.execute(
    sql`update fiscal_sending set due_at = ${at}::timestamptz
        + make_interval(secs => least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, greatest(attempts, 1) - 1)))
      where issuer_tax_id = ${issuerTaxId} and state = 'waiting' and attempts > 0`,
  )
}

/** Posts to the agency's service, with the certificate of who sends where one is given (PKCS #12). */
export async function agencyService(
  url: string,
  certificate?: { file: Uint8Array; password: string | undefined },
): Promise<Post> {
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    ...{ bodyTimeout: 60_000, headersTimeout: 60_000 },
    ...(certificate
      ? {
          connect: {
            pfx: Buffer.from(certificate.file),
            ...(certificate.password ? { passphrase: certificate.password } : {}),
          },
        }
      : {}),
  })
  return async (envelope) => {
    const answer = await request(url, {
      ...{ method: 'POST', dispatcher: agent, body: envelope },
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    })
    return { status: answer.statusCode, body: await answer.body.text() }
  }
}
