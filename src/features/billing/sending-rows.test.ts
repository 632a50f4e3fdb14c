import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putRecord, putSending } from '#testing/raw-fiscal.ts'
import { hasService } from './server/fiscal-mode.ts'
import { pauseKey, sendRecords } from './server/send-records.ts'

/** Which records are sent when, what becomes of them, and when they are tried again. */

const world = testDatabase()
const now = new Date('2026-01-15T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
/** Records stay for ever: each test has issuers of its own. */
let nth = 0
const issuer = (name: string) => `${name}.${nth}`
beforeEach(async () => {
  nth++
  await world.database.query(`update fiscal_sending set state = 'accepted' where state = 'waiting'`)
  await world.database.query('delete from setting where key = $1', [pauseKey])
})

type Said = { number: string; state?: string; kind?: string; code?: string }
const answer = (lines: readonly Said[], wait = 0) =>
  `<R:RespuestaRegFactuSistemaFacturacion><R:CSV>CSV-1</R:CSV><R:TiempoEsperaEnvio>${wait}</R:TiempoEsperaEnvio>${lines
    .map(
      ({ number, state = 'Correcto', kind = 'Alta', code }) =>
        `<R:RespuestaLinea><R:NumSerieFactura>${number}</R:NumSerieFactura><R:TipoOperacion>${kind}</R:TipoOperacion><R:EstadoRegistro>${state}</R:EstadoRegistro>${code ? `<R:CodigoErrorRegistro>${code}</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>Mal ${code}</R:DescripcionErrorRegistro>` : ''}</R:RespuestaLinea>`,
    )
    .join('')}</R:RespuestaRegFactuSistemaFacturacion>`
const numbersIn = (envelope: string) =>
  [...envelope.matchAll(/<sum1:IDFactura>[\s\S]*?NumSerieFactura(?:Anulada)?>(.*?)</g)].map(
    ([, number]) => number ?? '',
  )

/** An agency that takes everything, or says what it is told to. */
function agency(say = (numbers: string[]) => answer(numbers.map((number) => ({ number }))), status = 200) {
  const envelopes: string[] = []
  const post = async (envelope: string) => {
    envelopes.push(envelope)
    return { status, body: say(numbersIn(envelope)) }
  }
  return { envelopes, post, sent: () => envelopes.map(numbersIn) }
}
const put = async (
  name: string,
  sequence: number,
  row: Partial<Parameters<typeof putSending>[1]> = {},
  record: Partial<Parameters<typeof putRecord>[1]> = {},
) => {
  const issuerTaxId = issuer(name)
  await putRecord(world.database, { issuerTaxId, sequence, number: `${name}-${sequence}`, ...record })
  await putSending(world.database, { issuerTaxId, sequence, dueAt: now, ...row })
}
const queue = () =>
  world.database.query<Record<string, unknown>>(
    `select split_part(issuer_tax_id, '.', 1) || '-' || sequence as of, state, attempts, error_code as code, error_text as text,
      extract(epoch from due_at - '2026-01-15T12:00:00Z'::timestamptz)::int as due,
      extract(epoch from answered_at - '2026-01-15T12:00:00Z'::timestamptz)::int as answered
    from fiscal_sending where split_part(issuer_tax_id, '.', 2) = $1 order by issuer_tax_id, sequence`,
    [String(nth)],
  )
const dues = async () => (await queue()).map(({ of, due }) => [of, due])

test('without a service they go on waiting', async () => {
  await put('A', 1)
  const isGiven = () => inTrial(world.database, hasService)
  expect(await sendRecords(world.database, undefined, now)).toBe(0)
  expect(await isGiven()).toBe(false)
  await sendRecords(world.database, async () => ({ status: 500, body: '' }), after(-9_000))
  expect(await isGiven()).toBe(true)
  await world.database.query('update fiscal_sending set attempts = 0, due_at = $1', [now])
  await sendRecords(world.database, undefined, now)
  expect(await isGiven()).toBe(false)
  expect(await queue()).toMatchObject([{ of: 'A-1', state: 'waiting', attempts: 0, due: 0 }])
})

test('what waits is sent by issuer, who waits longest first, in the order of its chain', async () => {
  await put('A', 1, { dueAt: after(-10) })
  await put('A', 2, { dueAt: after(-90) })
  await put('B', 1, { dueAt: after(-100) })
  await put('B', 2, { state: 'accepted', dueAt: after(-500) })
  await put('C', 1, { dueAt: after(-90) })
  const { sent, post } = agency()
  // After each answer the agency wants a minute's pause.
  const counts: number[] = []
  for (const seconds of [5, 65, 125]) counts.push(await sendRecords(world.database, post, after(seconds)))
  expect(counts).toEqual([1, 2, 1])
  expect(sent()).toEqual([['B-1'], ['A-1', 'A-2'], ['C-1']])
  const found = await queue()
  expect(found.map(({ state }) => state)).toEqual(Array(5).fill('accepted'))
  expect(found.map(({ answered }) => answered)).toEqual([65, 65, 5, null, 125])
  expect(found.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0, 1])
  const kept = await world.database.query(
    `select split_part(issuer_tax_id, '.', 1) as of, records, status, csv from fiscal_answer
      where split_part(issuer_tax_id, '.', 2) = $1 order by records, 1`,
    [String(nth)],
  )
  expect(kept).toEqual([
    { of: 'B', records: 1, status: 200, csv: 'CSV-1' },
    { of: 'C', records: 1, status: 200, csv: 'CSV-1' },
    { of: 'A', records: 2, status: 200, csv: 'CSV-1' },
  ])
})

test('of an issuer of whom something is under way or put off nothing goes until then, to the moment', async () => {
  await put('A', 1, { attempts: 1, dueAt: after(60) })
  await put('A', 2, { dueAt: after(90) })
  await put('A', 3, { attempts: 1, dueAt: after(30) })
  const { sent, post } = agency()
  expect(await sendRecords(world.database, post, after(59))).toBe(0)
  expect(sent()).toEqual([])
  expect(await sendRecords(world.database, post, after(60))).toBe(3)
  // What was never tried has no moment to wait for.
  await put('B', 1, { dueAt: after(9_000) })
  expect(await sendRecords(world.database, post, after(120))).toBe(1)
})

test('while it is under way nobody else takes it for ten minutes', async () => {
  await put('A', 1)
  let inside: unknown
  const post = async () => {
    inside = await queue()
    await put('A', 2, { dueAt: after(-1) })
    return { status: 500, body: '' }
  }
  await sendRecords(world.database, post, now)
  // What has come meanwhile was not tried.
  expect(await dues()).toEqual([
    ['A-1', 60],
    ['A-2', -1],
  ])
  expect(inside).toMatchObject([{ attempts: 1, due: 600, state: 'waiting' }])
})

test('what fails is tried again after a minute, then after twice as long, up to an hour', async () => {
  const waits = [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]
  for (const [attempts] of waits.entries()) await put(`A${attempts}`, 1, { attempts })
  await put('Z', 1, { state: 'rejected', attempts: 3 })
  // Only one issuer is tried where nothing comes back.
  for (const _ of waits) {
    const { post } = agency(() => 'no', 503)
    expect(await sendRecords(world.database, post, now)).toBe(0)
  }
  expect(await dues()).toEqual([...waits.map((due, at) => [`A${at}-1`, due]), ['Z-1', 0]])
  const broken = async () => {
    throw new Error('unreachable')
  }
  await put('B', 1)
  expect(await sendRecords(world.database, broken, now)).toBe(0)
  const kept = await world.database.query(
    'select status, csv, body from fiscal_answer where issuer_tax_id = $1',
    [issuer('B')],
  )
  expect(kept).toEqual([{ status: null, csv: null, body: 'Error: unreachable' }])
})

test('an answer that is none of the service’s counts as none, whatever it says', async () => {
  await put('A', 1)
  const { post } = agency(() => answer([{ number: 'A-1' }]), 202)
  expect(await sendRecords(world.database, post, now)).toBe(0)
  expect(await queue()).toMatchObject([{ state: 'waiting', due: 60 }])
})

test('each line is of the record with its number and kind; two of one bill are answered in their order', async () => {
  const [number, same] = ['A-1', { number: 'A-1' }]
  await put('A', 1, {}, same)
  await put('A', 2, {}, { ...same, kind: 'anulacion' })
  await put('A', 3, {}, same)
  await put('A', 4)
  await put('A', 5)
  const { post } = agency(() =>
    answer([
      { number, kind: 'Anulacion', state: 'AceptadoConErrores', code: '2001' },
      { number, state: 'Incorrecto', code: '1100' },
      { number },
      { number: 'A-5' },
      { number: 'unknown' },
      { number: 'A-5', state: 'Incorrecto' },
    ]),
  )
  // Every line is counted, and what was answered of nothing changes nothing. The one of which nothing came is tried again.
  let times = 0
  const once = async (envelope: string) => (times++ === 0 ? post(envelope) : { status: 500, body: '' })
  expect(await sendRecords(world.database, once, now)).toBe(6)
  expect((await queue()).map(({ state, code, text, due }) => [state, code, text, due])).toEqual([
    ['rejected', '1100', 'Mal 1100', 600],
    ['acceptedWithErrors', '2001', 'Mal 2001', 600],
    ['accepted', null, null, 600],
    ['waiting', null, null, 60],
    ['accepted', null, null, 600],
  ])
})

test('nothing is sent to the agency before it wants to hear more, of nobody', async () => {
  await put('A', 1)
  await put('B', 1, { dueAt: after(1) })
  const { sent, post } = agency((numbers) =>
    answer(
      numbers.map((number) => ({ number })),
      90,
    ),
  )
  expect(await sendRecords(world.database, post, now)).toBe(1)
  expect(await sendRecords(world.database, post, after(89))).toBe(0)
  expect(sent()).toEqual([['A-1']])
  expect(await dues()).toContainEqual(['B-1', 1])
  expect(await sendRecords(world.database, post, after(90))).toBe(1)
  // The last answer's pause counts.
  await put('A', 2)
  expect(await sendRecords(world.database, post, after(179))).toBe(0)
  expect(await sendRecords(world.database, post, after(180))).toBe(1)
})

test('records that are later than four minutes say that there was an incident', async () => {
  const generatedAt = '2026-01-15T13:00:00+01:00'
  const { envelopes, post } = agency()
  await put('A', 1, {}, { generatedAt })
  await sendRecords(world.database, post, after(240))
  await put('A', 2, {}, { generatedAt: '2026-01-15T13:04:00+01:00' })
  await put('A', 3, {}, { generatedAt: '2026-01-15T13:01:00+01:00' })
  await sendRecords(world.database, post, after(300.001))
  expect(envelopes.map((one) => one.includes('Incidencia>S<'))).toEqual([false, true])
})

test('of a long answer so much is kept as one needs', async () => {
  await put('A', 1)
  await sendRecords(world.database, async () => ({ status: 500, body: 'x'.repeat(200_001) }), now)
  const [kept] = await world.database.query<{ length: number }>(
    'select length(body)::int as length from fiscal_answer where issuer_tax_id = $1',
    [issuer('A')],
  )
  expect(kept?.length).toBe(200_000)
})
